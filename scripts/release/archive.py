"""Files and archives that come out the same from the same contents."""
import gzip
import hashlib
import io
import os
import tarfile

from release.source import epoch


def compressed(contents):
    """As `gzip -9n` does it: without a name and a time."""
    packed = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=packed, mtime=0) as file:
        file.write(contents)
    return packed.getvalue()


def write(path, contents, mode=0o644):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contents.encode() if isinstance(contents, str) else contents)
    path.chmod(mode)


def files(folder):
    """All files below, in an order that is the same everywhere."""
    return sorted((path for path in folder.rglob("*") if path.is_file()), key=lambda path: path.relative_to(folder).as_posix())


def settle(folder):
    """Gives everything below the release's time and the permissions that installed files have, whatever the umask was."""
    for path in [folder, *folder.rglob("*")]:
        path.chmod(0o755 if path.is_dir() or os.access(path, os.X_OK) else 0o644)
        os.utime(path, (epoch(), epoch()))


def tarball(folder, name):
    """A tar.gz of all files below, in a folder of this name, owned by root."""
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for path in files(folder):
            entry = tarfile.TarInfo(f"{name}/{path.relative_to(folder).as_posix()}")
            entry.size, entry.mtime = path.stat().st_size, epoch()
            entry.mode = path.stat().st_mode & 0o777
            with path.open("rb") as contents:
                archive.addfile(entry, contents)
    return compressed(packed.getvalue())


def digest_line(path):
    """What `sha256sum --check` reads."""
    return f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
