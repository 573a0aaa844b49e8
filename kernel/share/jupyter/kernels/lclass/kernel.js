// Jupyter Notebook 6 leaves out the alternative text that figures come with.
define(["notebook/js/outputarea"], (outputs) => ({
  onload() {
    const area = outputs.OutputArea.prototype, append = area._append_img;
    area._append_img = function (data, metadata, ...rest) {
      const subarea = append.call(this, data, metadata, ...rest);
      if (metadata.alt) subarea.find("img").attr("alt", metadata.alt);
      return subarea;
    };
  },
}));
