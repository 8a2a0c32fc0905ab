// A page whose engine is missing says so, instead of what it can't know.

const still = {
  'a page without its engine says that it could not be loaded': async (page, address) => {
    // A context of its own, whose refused file is no error of the test.
    const other = await (await page.context().browser().newContext()).newPage();
    other.setDefaultTimeout(90_000);
    await other.route('**/engine.wasm', (route) => route.fulfill({ status: 404 }));
    for (const hash of ['#/r/verney-1881', '#/l/verney-1881/1', '#/puzzle/verney-1881/1']) {
      await other.goto('about:blank');
      await other.goto(address + hash);
      await other.getByRole('heading', { level: 1, name: 'The engine could not be loaded' }).waitFor();
      await other.getByText('engine.wasm').waitFor();
    }
    await other.context().close();
  },
};

export const tests = process.env.PAGE === undefined ? still : {};
