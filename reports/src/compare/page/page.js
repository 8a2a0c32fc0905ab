for (const box of document.querySelectorAll(".sample")) {
  const [corners, steps] = JSON.parse(box.querySelector("script").textContent);
  const side = +box.dataset.side, pieces = box.querySelector(".pieces"), range = box.querySelector("input"), told = box.querySelector("output");
  const show = (n) => {
    const at = new Map();
    for (let i = 0; i <= n; i++) for (const [square, id] of steps[i][1]) id ? at.set(square, id) : at.delete(square);
    const moved = n ? steps[n][1].map(([square]) => {
      const spot = document.createElementNS("http://www.w3.org/2000/svg", "rect");
      const [x, y] = corners[square];
      for (const [name, value] of Object.entries({ class: "moved", x, y, width: side, height: side })) spot.setAttribute(name, value);
      return spot;
    }) : [];
    pieces.replaceChildren(...moved, ...[...at].map(([square, id]) => {
      const use = document.createElementNS("http://www.w3.org/2000/svg", "use");
      use.setAttribute("href", "#" + id);
      use.setAttribute("transform", `translate(${corners[square]}) scale(0.5)`);
      return use;
    }));
    range.value = n;
    told.textContent = n ? `ply ${n} of ${steps.length - 1}: ${steps[n][0]}` : `start, ${steps.length - 1} plies`;
  };
  range.max = steps.length - 1;
  range.addEventListener("input", () => show(+range.value));
  const by = (step) => show(Math.max(0, Math.min(steps.length - 1, +range.value + step)));
  for (const button of box.querySelectorAll("button")) button.addEventListener("click", () => {
    const step = +button.dataset.step;
    step ? by(step) : show(0);
  });
  const keys = { ArrowRight: 1, ArrowLeft: -1, PageDown: 20, PageUp: -20, Home: -Infinity, End: Infinity };
  box.addEventListener("keydown", (event) => {
    if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    by(keys[event.key]);
  });
  show(Math.min(steps.length - 1, +range.dataset.at));
}
