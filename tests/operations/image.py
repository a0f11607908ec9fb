"""The image of our Dockerfile, as it is: built by buildah, run by podman, on bases that debootstrap and npm make.

No registry of images is asked. What the Dockerfile names after FROM is made once a month and kept in build/image (or in
IMAGE_FOLDER), with the layers that have packages only; what has our code is built each time. Unless IMAGE=full, phones'
files are packed loosely and the rules of two languages only are made beforehand (the arguments of the Dockerfile).
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.server import ROOT

IMAGE = "localhost/companion"
KEPT = Path(os.environ.get("IMAGE_FOLDER", ROOT / "build" / "image"))
_BASE_DAYS = 30
#: They do not have our code.
_KEPT_STAGES = ("packages", "system")
_QUICK = ["--build-arg", "PHONE=--quick", "--build-arg", "PREPARE=--languages en de"]
_DEBIAN = "http://deb.debian.org/debian"
_CERTIFICATES = "etc/ssl/certs/ca-certificates.crt"

_MAKE_PYTHON = """
set -e
debootstrap --variant=minbase --include=python3,python3-venv,ca-certificates "$SUITE" python "$DEBIAN" >debootstrap.log
ln -s /usr/bin/python3 python/usr/local/bin/python
test "$(chroot python python --version | cut -d' ' -f2 | cut -d. -f1-2)" = "$VERSION"
# As in the image of this name: nothing that apt fetched or computed stays.
rm -rf python/var/cache/apt/* python/var/lib/apt/lists/*
cat >python/etc/apt/apt.conf.d/docker-clean <<'END'
DPkg::Post-Invoke { "rm -f /var/cache/apt/archives/*.deb || true"; };
Dir::Cache::pkgcache "";
Dir::Cache::srcpkgcache "";
END
# Where a proxy looks into what is fetched, its certificate is one of this machine's.
cp "/$CERTIFICATES" "python/$CERTIFICATES"
"""
_MAKE_NODE = """
set -e
npm pack --silent "node-linux-$(uname -m | sed 's/x86_64/x64/; s/aarch64/arm64/')@$VERSION" npm@10
mkdir -p node/usr/local/bin node/usr/local/lib/node_modules/npm
tar xzf node-linux-*.tgz -C node/usr/local/bin --strip-components=2 package/bin/node
tar xzf npm-*.tgz -C node/usr/local/lib/node_modules/npm --strip-components=1
"""
#: podman wants one kind of cgroups, and machines may have two: it gets a mount of its own.
_ONE_KIND_OF_CGROUPS = "umount -R /sys/fs/cgroup; mount -t cgroup2 none /sys/fs/cgroup; exec podman"


def missing_programs() -> list[str]:
    """What this machine lacks that a package brings."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin"
    return [name for name in ("buildah", "podman", "debootstrap", "npm") if shutil.which(name, path=path) is None]


def cannot_run() -> str:
    """Why no package would help here, "" if it can be tried: that needs root, another root, and mounts."""
    if os.geteuid() != 0:
        return "this user is not root"
    if shutil.which("unshare") is None:
        return ""  # what is missing says more
    with TemporaryDirectory() as there:
        command = ["unshare", "--mount", "--pid", "--fork", "sh", "-c"]
        tries = {
            "a root cannot be changed": f"chroot / true && mount -t tmpfs none {there}",
            "cgroups cannot be mounted": f"mount -t cgroup2 none {there}",
        }
        for reason, script in tries.items():
            if subprocess.run([*command, script], capture_output=True, check=False).returncode:
                return reason
    return ""


def _storage() -> list[str]:
    kind = subprocess.run(["stat", "-f", "-c", "%T", KEPT], capture_output=True, text=True, check=True).stdout.strip()
    driver = "vfs" if kind == "overlayfs" else "overlay"
    return ["--root", str(KEPT / "store"), "--runroot", str(KEPT / "run"), "--storage-driver", driver]


def buildah(*arguments: str) -> str:
    """Runs buildah. Returns what it says. Raises AssertionError with the end of it."""
    command = ["buildah", *_storage(), *arguments]
    environment = {**os.environ, "BUILDAH_ISOLATION": "chroot"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=1800)
    assert done.returncode == 0, f"buildah {arguments[0]}: {done.stdout[-2000:]}{done.stderr[-2000:]}"
    return done.stdout.strip()


def podman_run(data: Path, *arguments: str, **environment: str) -> list[str]:
    """The command for a container as compose.yaml has it: read-only, without capabilities, with /data alone to write.

    arguments: options, the image, its command.
    """
    command = ["unshare", "-m", "sh", "-c", f'{_ONE_KIND_OF_CGROUPS} "$@"', "sh", *_storage(), "run", "--rm"]
    command += ["--network", "host", "--cgroups", "disabled", "--pull", "never", "--read-only", "--tmpfs", "/tmp"]
    command += ["--cap-drop", "ALL", "--security-opt", "no-new-privileges"]
    command += ["--ulimit", "nofile=20000:20000", "--ulimit", "nproc=1024:1024", "--volume", f"{data}:/data"]
    for name, value in environment.items():
        command += ["--env", f"{name}={value}"]
    return [*command, *arguments]


def make_bases() -> None:
    """Makes the images that the Dockerfile begins with, unless they were made in the last month."""
    names = sorted(set(re.findall(r"(?m)^FROM (\S+:\S+)", (ROOT / "Dockerfile").read_text())))
    stamp = KEPT / "bases"
    fresh = stamp.exists() and stamp.stat().st_mtime > time.time() - _BASE_DAYS * 86_400
    if fresh and stamp.read_text().split() == names:
        return
    if KEPT.exists():
        buildah("rm", "--all")
        unmount()
        shutil.rmtree(KEPT)
    KEPT.mkdir(parents=True)
    for name in names:
        kind, _, tag = name.partition(":")
        version, *_, last = tag.split("-")
        script = {"python": _MAKE_PYTHON, "node": _MAKE_NODE}[kind]
        facts = {"VERSION": version, "SUITE": last, "DEBIAN": _DEBIAN, "CERTIFICATES": _CERTIFICATES}
        path = f"{os.environ['PATH']}:/usr/sbin"
        with TemporaryDirectory(dir=KEPT) as folder:
            environment = {**os.environ, **facts, "PATH": path}
            subprocess.run(["bash", "-c", script], cwd=folder, env=environment, check=True, timeout=600)
            container = buildah("from", "scratch")
            buildah("add", "--quiet", container, f"{folder}/{kind}", "/")
            settings = ["PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"]
            settings += [f"{name}=/{_CERTIFICATES}" for name in ("PIP_CERT", "NODE_EXTRA_CA_CERTS")]
            buildah("config", *(f"--env={setting}" for setting in settings), container)
            buildah("commit", "--quiet", "--rm", container, f"docker.io/library/{name}")
    stamp.write_text("\n".join(names))


def build() -> None:
    """Builds the image from the Dockerfile. Raises AssertionError with the end of what was said."""
    make_bases()
    buildah("rm", "--all")  # what a build that failed has left
    options = ["--format", "docker", "--pull-never", "--network", "host", "--layers"]
    for stage in _KEPT_STAGES:
        buildah("bud", *options, "--target", stage, "--tag", f"{IMAGE}-{stage}", ".")
    quick = [] if os.environ.get("IMAGE") == "full" else _QUICK
    buildah("bud", *options, *quick, "--tag", IMAGE, ".")


def remove() -> None:
    """Removes the image; its bases and the layers with packages stay."""
    buildah("rm", "--all")  # stages that were built alone keep theirs
    buildah("rmi", "--force", IMAGE)
    buildah("rmi", "--prune", "--force")
    unmount()


def mounts() -> list[str]:
    """What is mounted in the folder of images, the innermost first."""
    paths = [line.split()[1] for line in Path("/proc/self/mounts").read_text().splitlines()]
    return sorted((path for path in paths if Path(path).is_relative_to(KEPT)), reverse=True)


def unmount() -> None:
    """Ends the mounts that buildah leaves: with them nobody could delete the folder build."""
    for path in mounts():
        subprocess.run(["umount", path], check=True)


def size() -> str:
    """The size of the image with its base, as buildah says it."""
    return buildah("images", "--format", "{{.Size}}", IMAGE)
