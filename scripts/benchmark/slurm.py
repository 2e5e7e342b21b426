"""A Slurm of one machine, for as long as something is measured."""

import os
import shutil
import socket
import subprocess
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

DAEMONS, COMMANDS = ("munged", "slurmctld", "slurmd"), ("sbatch", "sinfo")
CONFIGURATION = """ClusterName=bench
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser={user}
SlurmdUser={user}
AuthType=auth/munge
AuthInfo=socket={folder}/munge.socket
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/controller.pid
SlurmdPidFile={folder}/node.pid
SlurmctldLogFile={folder}/controller.log
SlurmdLogFile={folder}/node.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_interval=1
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
ReturnToService=2
MpiDefault=none
SwitchType=switch/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
NodeName={host} NodeAddr=127.0.0.1 CPUs={processors} RealMemory=1000000 State=UNKNOWN
PartitionName=main Nodes=ALL Default=YES MaxTime=INFINITE State=UP
"""


def find(name):
    """Debian has daemons in a folder that is not in everybody's PATH."""
    return shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin")


def is_installed():
    return all(map(find, DAEMONS + COMMANDS))


def has_controller():
    """Whether the variables of this process lead to a Slurm that is at work."""
    return bool(find("sinfo")) and subprocess.run(["sinfo"], capture_output=True, check=False, timeout=60).returncode == 0


def free_ports(count):
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


@contextmanager
def cluster(processors):
    """Has SLURM_CONF name a Slurm of this machine, with so many processors whatever it has; it ends with the block."""
    host = socket.gethostname().split(".")[0]
    with tempfile.TemporaryDirectory(prefix="richpush-slurm-") as place, ExitStack() as stack:
        folder = Path(place)
        for name in ("state", "spool"):
            (folder / name).mkdir()
        (folder / "cgroup.conf").touch()
        (folder / "munge.key").write_bytes(os.urandom(1024))
        (folder / "munge.key").chmod(0o600)
        user = subprocess.run(["id", "-un"], capture_output=True, text=True, check=True).stdout.strip()
        (folder / "slurm.conf").write_text(CONFIGURATION.format(
            host=host, ports=free_ports(2), user=user, folder=folder, processors=processors))
        os.environ["SLURM_CONF"] = str(folder / "slurm.conf")
        stack.callback(os.environ.pop, "SLURM_CONF")
        files = [f"--{kind}-file={folder}/munge.{kind}" for kind in ("key", "pid", "log", "seed")]
        for command in (["munged", "--foreground", "--force", f"--socket={folder}/munge.socket", *files],
                        ["slurmctld", "-D", "-c"], ["slurmd", "-D", "-N", host]):
            start(stack, command)
            if command[0] == "munged":
                wait(lambda: (folder / "munge.socket").exists())
        wait(lambda: subprocess.run(["sinfo", "--noheader", "--format=%T"], capture_output=True, text=True, check=False).stdout == "idle\n")
        # Processes still running after an error would outlive them.
        stack.callback(subprocess.run, ["scancel", "--full", "--signal=KILL", f"--user={user}"], check=False)
        yield


def start(stack, command):
    daemon = subprocess.Popen([find(command[0]), *command[1:]], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    stack.callback(daemon.wait)
    stack.callback(daemon.kill)


def wait(condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise SystemExit(f"bench: Slurm has not done within {seconds} s what it was asked for")
        time.sleep(0.02)
