//! Registers native functions. Each function is registered with Rhai, and also stored for script
//! functions that run without Rhai.

use std::collections::HashMap;
use std::rc::Rc;

use rhai::{Dynamic, Engine, NativeCallContext, Position};

use super::Fallible;
use super::value::{Argument, Gives, Receiver, Value};

/// The place where a script calls a native function.
pub(crate) struct Call<'a> {
    /// The name of the script's file.
    pub source: Option<&'a str>,
    /// The position of the call in the file.
    pub at: Position,
}

impl<'a> From<&'a NativeCallContext<'_>> for Call<'a> {
    fn from(context: &'a NativeCallContext<'_>) -> Self {
        Self { source: context.call_source(), at: context.call_position() }
    }
}

/// A native function. It returns `None` if the arguments do not have the types of its parameters.
pub(crate) type Native = dyn Fn(&Call<'_>, &[Value]) -> Option<Fallible<Value>>;

/// Native functions, by name. Several functions may have the same name if they differ in the number
/// or the types of their arguments.
#[derive(Default)]
pub(crate) struct Natives {
    /// For each name, the functions and methods with this name. Each entry has its number of
    /// arguments. The receiver of a method counts as an argument.
    functions: HashMap<&'static str, Vec<(usize, Rc<Native>)>>,
    properties: HashMap<&'static str, Vec<Rc<Native>>>,
}

impl Natives {
    /// Returns the functions and methods with this name that take this number of arguments.
    pub(crate) fn functions(&self, name: &str, count: usize) -> Box<[Rc<Native>]> {
        let named = self.functions.get(name).into_iter().flatten();
        named.filter(|(of, _)| *of == count).map(|(_, native)| Rc::clone(native)).collect()
    }

    /// Returns the properties with this name.
    pub(crate) fn properties(&self, name: &str) -> Box<[Rc<Native>]> {
        self.properties.get(name).into_iter().flatten().cloned().collect()
    }

    fn add(&mut self, name: &'static str, count: usize, native: Rc<Native>) {
        self.functions.entry(name).or_default().push((count, native));
    }
}

/// Registers native functions.
pub(crate) struct Registrar<'e> {
    /// The Rhai engine.
    pub engine: &'e mut Engine,
    /// The native functions for script functions that run without Rhai.
    pub natives: Natives,
}

impl<'e> Registrar<'e> {
    pub(crate) fn new(engine: &'e mut Engine) -> Self {
        Self { engine, natives: Natives::default() }
    }

    /// Registers a property.
    pub(crate) fn get<T: Receiver, G: Gives + 'static>(
        &mut self,
        name: &'static str,
        get: impl Fn(&T) -> G + 'static,
    ) {
        let get = Rc::new(get);
        let same = Rc::clone(&get);
        self.engine.register_get(name, move |of: &mut T| -> Fallible<Dynamic> {
            same(of).give().map(Value::into_dynamic)
        });
        let native = move |_: &Call<'_>, args: &[Value]| {
            let [of] = args else { return None };
            Some(get(T::of(of)?).give())
        };
        self.natives.properties.entry(name).or_default().push(Rc::new(native));
    }

    /// Registers a method.
    pub(crate) fn method<M>(&mut self, name: &'static str, method: impl NativeMethod<M>) {
        method.register(name, self);
    }

    /// Registers a function.
    pub(crate) fn function<M>(&mut self, name: &'static str, function: impl NativeFunction<M>) {
        function.register(name, self);
    }

    /// Registers a function that receives an additional argument: the place from which a script
    /// calls it.
    pub(crate) fn effect<M>(&mut self, name: &'static str, effect: impl NativeEffect<M>) {
        effect.register(name, self);
    }
}

/// A Rust function that can be registered as a method. `M` is a tuple that contains the types of
/// the function's parameters and the type of its result.
pub(crate) trait NativeMethod<M> {
    fn register(self, name: &'static str, registrar: &mut Registrar<'_>);
}

/// A Rust function that can be registered as a free function.
pub(crate) trait NativeFunction<M> {
    fn register(self, name: &'static str, registrar: &mut Registrar<'_>);
}

/// A Rust function that receives an additional argument: the place from which a script calls it.
pub(crate) trait NativeEffect<M> {
    fn register(self, name: &'static str, registrar: &mut Registrar<'_>);
}

macro_rules! parameters {
    ($($count:literal: $($type:ident $arg:ident),*;)*) => {
        $(impl<T, $($type,)* G, F> NativeMethod<(T, $($type,)* G)> for F
        where
            T: Receiver,
            $($type: Argument,)*
            G: Gives + 'static,
            F: Fn(&T, $($type),*) -> G + 'static,
        {
            fn register(self, name: &'static str, registrar: &mut Registrar<'_>) {
                let run = Rc::new(self);
                let same = Rc::clone(&run);
                let rhai = move |of: &mut T, $($arg: $type),*| -> Fallible<Dynamic> {
                    same(of, $($arg),*).give().map(Value::into_dynamic)
                };
                registrar.engine.register_fn(name, rhai);
                let native = move |_: &Call<'_>, args: &[Value]| {
                    let [of, $($arg),*] = args else { return None };
                    Some(run(T::of(of)?, $($type::of($arg)?),*).give())
                };
                registrar.natives.add(name, 1 + $count, Rc::new(native));
            }
        }

        impl<$($type,)* G, F> NativeFunction<($($type,)* G,)> for F
        where
            $($type: Argument,)*
            G: Gives + 'static,
            F: Fn($($type),*) -> G + 'static,
        {
            fn register(self, name: &'static str, registrar: &mut Registrar<'_>) {
                let run = Rc::new(self);
                let same = Rc::clone(&run);
                let rhai = move |$($arg: $type),*| -> Fallible<Dynamic> {
                    same($($arg),*).give().map(Value::into_dynamic)
                };
                registrar.engine.register_fn(name, rhai);
                let native = move |_: &Call<'_>, args: &[Value]| {
                    let [$($arg),*] = args else { return None };
                    Some(run($($type::of($arg)?),*).give())
                };
                registrar.natives.add(name, $count, Rc::new(native));
            }
        }

        impl<$($type,)* F> NativeEffect<($($type,)*)> for F
        where
            $($type: Argument,)*
            F: Fn(&Call<'_>, $($type),*) -> Fallible<()> + 'static,
        {
            fn register(self, name: &'static str, registrar: &mut Registrar<'_>) {
                let run = Rc::new(self);
                let same = Rc::clone(&run);
                let rhai = move |context: NativeCallContext<'_>, $($arg: $type),*| {
                    same(&Call::from(&context), $($arg),*)
                };
                registrar.engine.register_fn(name, rhai);
                let native = move |call: &Call<'_>, args: &[Value]| {
                    let [$($arg),*] = args else { return None };
                    Some(run(call, $($type::of($arg)?),*).give())
                };
                registrar.natives.add(name, $count, Rc::new(native));
            }
        })*
    };
}

parameters! {
    0: ;
    1: A a;
    2: A a, B b;
    3: A a, B b, C c;
    4: A a, B b, C c, D d;
}
