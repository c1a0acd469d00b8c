"""Import and export by their dialog, for tests that read and write games."""

# Files that the page saves are caught: their names and texts.
CATCH = """
    window.caught = [];
    const texts = [];
    URL.createObjectURL = (blob) => (texts.push(blob.text()), 'blob:none');
    HTMLAnchorElement.prototype.click = async function () { window.caught.push([this.download, await texts.shift()]); };
    """


class Exchange:
    def read(self, page, text):
        page.press("#open-exchange")
        page.wait(lambda: page.all("#import-text"), "the dialog")
        page.script("document.getElementById('import-text').value = arguments[0]", text)
        page.press("#import")
        page.wait(lambda: not page.all("dialog"), "the dialog to close")

    def exported(self, page, kind="game"):
        page.press("#open-exchange")
        text = page.wait(lambda: page.all(f"#export-{kind}"), "the dialog")[0].get_attribute("value")
        page.press("dialog .dialog-head button")
        page.wait(lambda: not page.all("dialog"), "the dialog to close")
        return text
