"""A seccomp filter for processes with untrusted code, as the bytes of a BPF program.

Denied calls fail with EPERM, so that Python code gets an ordinary OSError. What stays allowed:
computing, memory, threads, reading files, and the pipes that the process was given.
"""

from __future__ import annotations

import os
import platform
import struct
from collections.abc import Iterator

# Numbers on (x86_64, aarch64), from the kernel's headers; aarch64 lacks the older calls (None).
_DENIED: dict[str, tuple[int, int | None]] = {
    # processes and signals
    "fork": (57, None), "vfork": (58, None), "execve": (59, 221), "execveat": (322, 281),
    "kill": (62, 129), "tkill": (200, 130), "tgkill": (234, 131), "ptrace": (101, 117),
    "rt_sigqueueinfo": (129, 138), "rt_tgsigqueueinfo": (297, 240),
    "pidfd_open": (434, 434), "pidfd_send_signal": (424, 424), "pidfd_getfd": (438, 438),
    "process_vm_readv": (310, 270), "process_vm_writev": (311, 271),
    # network and other channels
    "socket": (41, 198), "socketpair": (53, 199), "bind": (49, 200), "connect": (42, 203),
    "shmget": (29, 194), "shmat": (30, 196), "msgget": (68, 186), "semget": (64, 190),
    "mq_open": (240, 180), "keyctl": (250, 219), "add_key": (248, 217), "request_key": (249, 218),
    # its own limits and privileges
    "setrlimit": (160, 164), "prlimit64": (302, 261), "setpriority": (141, 140),
    "sched_setparam": (142, 118), "sched_setscheduler": (144, 119), "sched_setattr": (314, 274),
    "sched_setaffinity": (203, 122), "unshare": (272, 97), "setns": (308, 268),
    "setuid": (105, 146), "setgid": (106, 144), "setreuid": (113, 145), "setregid": (114, 143),
    "setresuid": (117, 147), "setresgid": (119, 149), "setgroups": (116, 159),
    "personality": (135, 92),
    # interfaces of the kernel that bypass the others or that no exercise needs
    "io_uring_setup": (425, 425), "io_uring_enter": (426, 426), "io_uring_register": (427, 427),
    "bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282),
    "memfd_create": (319, 279), "memfd_secret": (447, 447), "open_by_handle_at": (304, 265),
    # changes of files; opening for writing is denied by its flags
    "creat": (85, None), "mkdir": (83, None), "mkdirat": (258, 34), "rmdir": (84, None),
    "unlink": (87, None), "unlinkat": (263, 35), "rename": (82, None), "renameat": (264, 38),
    "renameat2": (316, 276), "link": (86, None), "linkat": (265, 37), "symlink": (88, None),
    "symlinkat": (266, 36), "chmod": (90, None), "fchmod": (91, 52), "fchmodat": (268, 53),
    "fchmodat2": (452, 452), "chown": (92, None), "fchown": (93, 55), "lchown": (94, None),
    "fchownat": (260, 54), "truncate": (76, 45), "ftruncate": (77, 46), "mknod": (133, None),
    "mknodat": (259, 33), "utime": (132, None), "utimes": (235, None), "utimensat": (280, 88),
    "futimesat": (261, None), "setxattr": (188, 5), "lsetxattr": (189, 6), "fsetxattr": (190, 7),
}  # fmt: skip
_ABSENT = {"clone3": (435, 435), "openat2": (437, 437)}  # glibc then uses clone and openat
# Calls with flags: (number, index of the argument)
_OPENS: dict[str, tuple[int, int | None, int]] = {"open": (2, None, 1), "openat": (257, 56, 2)}
_CLONE = (56, 220)
_MACHINES = {"x86_64": (0, 0xC000003E), "aarch64": (1, 0xC00000B7)}  # column, audit architecture
_X32 = 0x4000_0000  # calls of another ABI begin at this number
_CLONE_THREAD = 0x1_0000
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _EPERM, _ENOSYS = 0x7FFF_0000, 0x0005_0001, 0x0005_0026
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16  # offsets in struct seccomp_data


def seccomp_filter() -> bytes:
    """Return the filter for this machine; empty if its processor is not supported."""
    if platform.machine() not in _MACHINES:
        return b""
    column, architecture = _MACHINES[platform.machine()]
    return b"".join(struct.pack("=HBBI", *line) for line in _program(column, architecture))


def _program(column: int, architecture: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield (code, jump if true, jump if false, value) for each instruction."""
    yield _LOAD, 0, 0, _ARCHITECTURE
    yield _EQUAL, 1, 0, architecture
    yield _RETURN, 0, 0, _EPERM
    yield _LOAD, 0, 0, _NUMBER
    yield _AT_LEAST, 0, 1, _X32
    yield _RETURN, 0, 0, _EPERM
    for numbers, error in ((_DENIED, _EPERM), (_ABSENT, _ENOSYS)):
        for pair in numbers.values():
            if (number := pair[column]) is not None:
                yield _EQUAL, 0, 1, number
                yield _RETURN, 0, 0, error
    for *of_machines, argument in _OPENS.values():
        if (number := of_machines[column]) is not None:
            yield from _flag_test(number, argument, _WRITING, if_set=_EPERM, if_clear=_ALLOW)
    yield from _flag_test(_CLONE[column], 0, _CLONE_THREAD, if_set=_ALLOW, if_clear=_EPERM)
    yield _RETURN, 0, 0, _ALLOW


def _flag_test(
    number: int, argument: int, flags: int, *, if_set: int, if_clear: int
) -> Iterator[tuple[int, int, int, int]]:
    """Yield instructions that decide a call by the flags in one of its arguments."""
    yield _EQUAL, 0, 4, number
    yield _LOAD, 0, 0, _ARGUMENTS + 8 * argument  # the lower half; both machines are little-endian
    yield _ANY_BIT, 0, 1, flags
    yield _RETURN, 0, 0, if_set
    yield _RETURN, 0, 0, if_clear
