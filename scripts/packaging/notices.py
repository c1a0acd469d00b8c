"""The notices of the libraries in the published files, from Debian's packages, with the licences that they name.

notices.py programs|windows|page FILE [LICENCE]: writes FILE, packed if its name ends with .gz; LICENCE is that of the source of
zstd, which scripts/packaging/libraries leaves in its folder.
notices.py --check FILE...: checks that packages, zips and folders of the page have those of all their parts.
notices.py --check-build FOLDER: checks that the list of parts includes each header of another package that this build read."""

import gzip
import io
import pathlib
import re
import subprocess
import sys
import tarfile
import zipfile

from contents import FILE_OF, NOTICES, PACKAGES, ZSTD_SOURCE

DOCUMENTS = pathlib.Path("/usr/share/doc")
LICENCES = pathlib.Path("/usr/share/common-licenses")
RULE = "=" * 78
# The system's headers: the licence of g++'s runtime library has an exception for compiled programs.
OF_SYSTEM = re.compile(r"libc6-dev|libc6-dev-.*|libstdc\+\+-\d+-dev|libgcc-\d+-dev|linux-libc-dev.*|catch2")


def title(name):
    return f"{RULE}\n{name}\n{RULE}\n"


def copyright_of(name, licence):
    if name == ZSTD_SOURCE and licence:
        return pathlib.Path(licence).read_text(encoding="utf-8")
    package = PACKAGES[name]
    if package in FILE_OF:
        package = subprocess.run(["dpkg", "-S", FILE_OF[package]], capture_output=True, text=True).stdout.split(":")[0] or package
    path = DOCUMENTS / package / "copyright"
    if not path.exists():
        raise SystemExit(f"notices.py: {path} is missing: install {PACKAGES[name]}")
    return path.read_text(encoding="utf-8", errors="replace")


def named_licences(text):
    """The licences of Debian's collection that a text names, without links to the newest version."""
    names = {found.rstrip(".") for found in re.findall(rf"{LICENCES}/([\w.-]+)", text)}
    return {(LICENCES / name).resolve().name for name in names if (LICENCES / name).exists()}


def written(kind, licence):
    parts = {name: copyright_of(name, licence) for name in NOTICES[kind]}
    licences = set().union(*map(named_licences, parts.values()))
    text = f"This has parts of: {', '.join(parts)}. Below are their notices, then the licences that these name.\n\n"
    for name, copyright_text in parts.items():
        text += f"{title(name)}\n{copyright_text.strip()}\n\n"
    for name in sorted(licences):
        text += f"{title('Licence ' + name)}\n{(LICENCES / name).read_text(encoding='utf-8').strip()}\n\n"
    return text


def write(kind, path, licence=None):
    data = written(kind, licence).encode()
    if kind == "windows":
        data = data.replace(b"\n", b"\r\n")
    # No time stamp: equal parts give equal bytes.
    pathlib.Path(path).write_bytes(gzip.compress(data, mtime=0) if path.endswith(".gz") else data)


def files_of(path):
    """The notices, as (name, bytes), and the names of all files in a package, a zip or a folder."""
    if path.is_dir():
        names = [each.relative_to(path).as_posix() for each in path.rglob("*")]
        return names, lambda name: (path / name).read_bytes()
    if path.suffix == ".zip":
        archive = zipfile.ZipFile(path)
        return archive.namelist(), archive.read
    data = subprocess.run(["dpkg-deb", "--fsys-tarfile", path], capture_output=True, check=True).stdout
    archive = tarfile.open(fileobj=io.BytesIO(data))
    return archive.getnames(), lambda name: archive.extractfile(name).read()


def lacking(kind, names, read, end):
    """The parts of this kind without a notice in the file whose name has this ending."""
    found = [name for name in names if name.endswith(end)]
    if not found:
        return list(NOTICES[kind])
    data = read(found[0])
    text = (gzip.decompress(data) if end.endswith(".gz") else data).decode().replace("\r\n", "\n")
    return [name for name in NOTICES[kind] if title(name) not in text]


def faults_of(path):
    names, read = files_of(path)
    wanted = []
    if path.suffix == ".zip":
        wanted.append(("windows", "/notices.txt"))
    elif path.suffix == ".deb" and path.name.startswith("crownd_"):
        wanted.append(("programs", "/doc/crownd/notices.gz"))
    if any(re.search(r"(page-)?engine/worker\.js$", name) for name in names):
        wanted.append(("page", "engine/notices.txt"))
    return [f"{path}: no notice of {name} in {end}" for kind, end in wanted for name in lacking(kind, names, read, end)]


def headers_of(folder):
    """The files that the last build of each object read, from the dependency lists of Ninja or make."""
    ninja = subprocess.run(["ninja", "-C", folder, "-t", "deps"], capture_output=True, text=True).stdout
    lists = [ninja] + [path.read_text(encoding="utf-8") for path in pathlib.Path(folder).rglob("*.d")]
    return sorted({found for text in lists for found in re.findall(r"/usr/[^\s:\\]+", text)})


def unlisted(folder):
    headers = headers_of(folder)
    if not headers:
        raise SystemExit(f"notices.py: {folder} is no folder of a build")
    owners = subprocess.run(["dpkg", "-S", *headers], capture_output=True, text=True).stdout
    packages = {line.split(":")[0] for line in owners.splitlines()}
    listed = {re.sub(r"-dev$", "", package) for package in PACKAGES.values()}
    bare = {package: re.sub(r"-dev$", "", re.sub(r"\d+\.\d+-dev$", "-dev", package)) for package in packages}
    return sorted(package for package in packages if not OF_SYSTEM.fullmatch(package) and bare[package] not in listed)


def main(command, *paths):
    if command == "--check":
        faults = [fault for path in paths for fault in faults_of(pathlib.Path(path))]
    elif command == "--check-build":
        faults = [f"{package} is in the programs, but not in scripts/packaging/contents.py" for package in unlisted(*paths)]
    else:
        return write(command, *paths)
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main(*sys.argv[1:])
