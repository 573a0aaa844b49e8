// What Jupyter Notebook 6 does not do and JupyterLab does.
define(["notebook/js/outputarea"], (outputs) => ({
  onload() {
    // It leaves out the alternative text that figures come with.
    const area = outputs.OutputArea.prototype, append = area._append_img;
    area._append_img = function (data, metadata, ...rest) {
      const subarea = append.call(this, data, metadata, ...rest);
      if (metadata.alt) subarea.find("img").attr("alt", metadata.alt);
      return subarea;
    };

    // Its styles take the triangle from hints and solutions, which open with a click.
    const style = document.createElement("style");
    style.textContent = ".rendered_html summary { display: list-item; cursor: pointer; }";
    document.head.append(style);

    // It breaks formulas into lines: in a table, whose columns may become narrow, into
    // one line for each symbol. It may still be about to say so, and is therefore told
    // otherwise before each formula.
    if (window.MathJax) {
      MathJax.Hub.Register.MessageHook("Begin Math Output", () => {
        MathJax.Hub.Config({ "HTML-CSS": { linebreaks: { automatic: false } } });
      });
      MathJax.Hub.Queue(["Rerender", MathJax.Hub]);
    }
  },
}));
