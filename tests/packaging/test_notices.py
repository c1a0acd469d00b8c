"""The notices of libraries in the published files."""

import gzip
import pathlib
import sys
import tempfile
import unittest
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts/packaging"))
import notices  # noqa: E402
from contents import NOTICES  # noqa: E402

ZSTD = "a notice of zstd"


class Notices(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # Packages made for the test, since not every machine has the real ones.
        documents = self.folder / "doc"
        for package in notices.PACKAGES.values():
            (documents / package).mkdir(parents=True, exist_ok=True)
            (documents / package / "copyright").write_text(f"notice of {package}\nsee {notices.LICENCES}/Apache-2.0.\n")
        self.addCleanup(setattr, notices, "DOCUMENTS", notices.DOCUMENTS)
        self.addCleanup(setattr, notices, "FILE_OF", notices.FILE_OF)
        notices.DOCUMENTS, notices.FILE_OF = documents, {}
        self.zstd = self.folder / "zstd.txt"
        self.zstd.write_text(ZSTD)

    def write(self, kind, name):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        notices.write(kind, str(path), str(self.zstd))
        return path.read_bytes()

    def test_each_part_has_its_notice_and_licence(self):
        for kind, names in NOTICES.items():
            text = self.write(kind, f"{kind}.txt").decode().replace("\r\n", "\n")
            for name in names:
                self.assertIn(notices.title(name), text)
            self.assertIn(ZSTD, text)
            if (notices.LICENCES / "Apache-2.0").exists():
                self.assertIn(notices.title("Licence Apache-2.0"), text)

    def test_packed_notices_are_reproducible(self):
        first = self.write("programs", "notices.gz")
        self.assertEqual(first, self.write("programs", "again.gz"))
        self.assertIn("notice of libcli11-dev", gzip.decompress(first).decode())

    def test_a_page_or_a_zip_without_a_notice_is_found(self):
        (self.folder / "page/engine").mkdir(parents=True)
        (self.folder / "page/engine/worker.js").write_text("")
        page = self.folder / "page"
        self.assertEqual(len(notices.faults_of(page)), len(NOTICES["page"]))
        self.write("page", "page/engine/notices.txt")
        self.assertEqual(notices.faults_of(page), [])
        text = (page / "engine/notices.txt").read_text().replace(notices.title("Highway"), "")
        (page / "engine/notices.txt").write_text(text)
        self.assertEqual(len(notices.faults_of(page)), 1)
        for lacks in (True, False):
            path = self.folder / "crownd-1-windows.zip"
            with zipfile.ZipFile(path, "w") as archive:
                archive.writestr("crownd-1-windows/crownd.exe", "")
                if not lacks:
                    archive.writestr("crownd-1-windows/notices.txt", self.write("windows", "windows.txt"))
            self.assertEqual(bool(notices.faults_of(path)), lacks)

    def test_a_missing_package_is_named(self):
        (notices.DOCUMENTS / "libcli11-dev/copyright").unlink()
        with self.assertRaisesRegex(SystemExit, "install libcli11-dev"):
            self.write("windows", "windows.txt")


if __name__ == "__main__":
    unittest.main()
