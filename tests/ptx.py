"""NVIDIA's PTX as C: what its compiler makes of a game's kernels, run on a CPU, so that it is compared without a GPU.

Each kernel becomes a C function of one thread. Registers are unsigned numbers of their width, read by an instruction as
its type says; labels and jumps stay. The 32 threads of a warp run one after the other, each as far as the next exchange
between them. Only what the compiler makes of these rules is known; any other instruction is refused by its name.
"""

from __future__ import annotations

import ctypes
import re
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ow_env.device.launch import THREADS, Arguments

HEAD = r"""
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <ucontext.h>

static uint32_t tid, ntid, ctaid, lane;
static ucontext_t host, lanes[32];
static uint32_t values[2][32], calls[32];

static void meet(uint32_t value) {  /* leave a value for the other threads of the warp, and wait for theirs */
    values[calls[lane]++ & 1][lane] = value;
    swapcontext(&lanes[lane], &host);
}

static uint32_t taken(uint32_t from) { return values[(calls[lane] - 1) & 1][from & 31]; }

static uint32_t shfl_bfly(uint32_t a, uint32_t b) { meet(a); return taken(lane ^ b); }
static uint32_t shfl_idx(uint32_t a, uint32_t b) { meet(a); return taken(b); }
static uint32_t shfl_up(uint32_t a, uint32_t b) { meet(a); return taken(lane >= b ? lane - b : lane); }
static uint32_t ballot(uint32_t a) {
    uint32_t found = 0;
    meet(a);
    for (int other = 0; other < 32; other++) found |= (taken(other) != 0) << other;
    return found;
}

static uint32_t brev(uint32_t a) {
    uint32_t found = 0;
    for (int bit = 0; bit < 32; bit++) found |= (a >> bit & 1) << (31 - bit);
    return found;
}
static uint32_t prmt(uint32_t a, uint32_t b, uint32_t which) {
    uint64_t both = (uint64_t)b << 32 | a;
    uint32_t found = 0;
    for (int at = 0; at < 4; at++) {
        uint32_t selected = which >> 4 * at & 15, byte = both >> 8 * (selected & 7) & 255;
        if (selected & 8) byte = byte & 128 ? 255 : 0;
        found |= byte << 8 * at;
    }
    return found;
}
static uint64_t bfi(uint64_t a, uint64_t b, uint32_t at, uint32_t length) {
    uint64_t mask = (length >= 64 ? ~0ULL : (1ULL << length) - 1) << at;
    return (b & ~mask) | (a << at & mask);
}
#define MEMORY(type) \
    static type load_##type(uint64_t at) { type value; memcpy(&value, (void *)at, sizeof value); return value; } \
    static void store_##type(uint64_t at, type value) { memcpy((void *)at, &value, sizeof value); }
MEMORY(uint8_t) MEMORY(int8_t) MEMORY(uint16_t) MEMORY(int16_t) MEMORY(uint32_t) MEMORY(int32_t)
MEMORY(uint64_t) MEMORY(int64_t) MEMORY(float) MEMORY(double)
"""
TAIL = r"""
static const uint64_t *given;
static void as_lane(void) { kernel(given); }

void run(const uint64_t *words, uint64_t threads, uint64_t in_a_block) {
    static char stacks[32][1 << 16];
    given = words;
    ntid = in_a_block;
    for (uint64_t first = 0; first < threads; first += 32) {
        if (!EXCHANGES) {
            for (lane = 0; lane < 32; lane++) {
                tid = (first + lane) % in_a_block, ctaid = (first + lane) / in_a_block;
                kernel(words);
            }
            continue;
        }
        memset(calls, 0, sizeof calls);
        uint32_t over = 0;
        volatile uint32_t ended[32] = {0};
        for (int k = 0; k < 32; k++) {
            getcontext(&lanes[k]);
            lanes[k].uc_stack.ss_sp = stacks[k];
            lanes[k].uc_stack.ss_size = sizeof stacks[k];
            lanes[k].uc_link = &host;
            makecontext(&lanes[k], as_lane, 0);
        }
        while (over < 32) {
            for (int k = 0; k < 32; k++) {
                if (ended[k]) continue;
                uint32_t before = calls[k];
                lane = k, tid = (first + k) % in_a_block, ctaid = (first + k) / in_a_block;
                swapcontext(&host, &lanes[k]);
                if (calls[k] == before) ended[k] = 1, over++;
            }
        }
    }
}
"""
BITS = {"pred": 32, "f32": 32, "f64": 64}
ARITHMETIC = {"add": "+", "sub": "-", "and": "&", "or": "|", "xor": "^", "div": "/", "rem": "%"}
RELATIONS = {
    "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "lo": "<", "ls": "<=", "hi": ">", "hs": ">=",
    "equ": "==", "neu": "!=",
}  # fmt: skip
SPECIAL = {"%tid.x": "tid", "%ntid.x": "ntid", "%ctaid.x": "ctaid", "%laneid": "lane"}


class UnknownInstruction(ValueError):
    """PTX has it, these rules' code did not until now."""


def bits(kind: str) -> int:
    """Return the width of a type."""
    return BITS.get(kind) or int(kind[1:])


def c_type(kind: str) -> str:
    """Return the type in C."""
    if kind in ("f32", "f64"):
        return {"f32": "float", "f64": "double"}[kind]
    return "int" if kind == "pred" else f"{'int' if kind[0] == 's' else 'uint'}{bits(kind)}_t"


def unsigned(kind: str) -> str:
    """Return the type whose sums wrap around."""
    return kind if kind[0] == "f" or kind == "pred" else f"u{bits(kind)}"


def register(name: str) -> str:
    """Return a register's, a label's or an address's name in C."""
    return re.sub(r"[%$.]", "_", name)


def value(operand: str, kind: str) -> str:
    """Return an operand as a number of a type."""
    if match := re.fullmatch(r"0[dD]([0-9A-Fa-f]{16})", operand):
        return f"({struct.unpack('>d', bytes.fromhex(match[1]))[0]!r})".replace("inf", "INFINITY")
    if match := re.fullmatch(r"0[fF]([0-9A-Fa-f]{8})", operand):
        return f"({struct.unpack('>f', bytes.fromhex(match[1]))[0]!r}f)".replace("inff", "INFINITY")
    if re.fullmatch(r"-?\d+", operand):
        return f"(({c_type(kind)}){operand}ULL)" if kind[0] != "f" else operand
    if operand in SPECIAL:
        return SPECIAL[operand]
    if operand.startswith("__local_depot"):
        return f"((uint64_t){operand})"
    return f"(({c_type(kind)}){register(operand)})"


def address(operand: str) -> str:
    """Return where `[%rd1+8]` points."""
    match = re.fullmatch(r"\[(%?\w+)(?:\+?(-?\d+))?\]", operand)
    assert match is not None, operand
    return f"{value(match[1], 'u64')} + ({match[2] or 0}LL)"


def operands(text: str) -> list[str]:
    """Return what stands between commas outside brackets."""
    return [part.strip() for part in re.split(r",\s*(?![^\[{]*[\]}])", text)] if text else []


def instruction(text: str) -> str:
    """Return one instruction as a statement."""
    guard = ""
    if match := re.match(r"@(!?)(%\w+)\s+(.*)", text):
        guard, text = f"if ({match[1]}{register(match[2])}) ", match[3]
    name, *rest = text.split(None, 1)
    done = statement(name.split("."), operands(rest[0] if rest else ""), text)
    return f"{guard}{{ {done} }}" if guard or "_was" in done else done


def statement(parts: list[str], given: list[str], text: str) -> str:
    """Return what an instruction does: its name in parts, its operands."""
    what, kind = parts[0], parts[-1]
    if what == "bra":
        return f"goto {register(given[0])};"
    if what == "ret":
        return "return;"
    if what == "ld":
        return load(parts, given)
    if what == "st":
        return store(parts, given)
    if what == "atom":
        of, at = c_type(kind), address(given[1])
        after = {"add": "_was + _other", "min": "_was < _other ? _was : _other"}[parts[2]]
        take = f"{of} _was = load_{of}({at}), _other = {value(given[2], kind)}; store_{of}({at}, {after});"
        return f"{take} {register(given[0])} = _was;"
    if what in ("shfl", "vote"):
        called = f"shfl_{parts[2]}" if what == "shfl" else parts[2]
        into = register(given[0].split("|")[0])
        both = given[1:3] if what == "shfl" else given[1:2]
        return f"{into} = {called}({', '.join(value(each, 'u32') for each in both)});"
    return f"{register(given[0])} = {result(parts, kind, given[1:], text)};"


def load(parts: list[str], given: list[str]) -> str:
    """Return a load, of a parameter or of memory, one number or several."""
    kind = c_type(parts[-1])
    if parts[1] == "param":
        match = re.search(r"_param_(\d+)", given[1])
        assert match is not None
        return f"{register(given[0])} = load_{kind}((uint64_t)&words[{match[1]}]);"
    at, into = address(given[1]), operands(given[0].strip("{}"))
    width = bits(parts[-1]) // 8
    return " ".join(f"{register(each)} = load_{kind}({at} + {k * width});" for k, each in enumerate(into))


def store(parts: list[str], given: list[str]) -> str:
    """Return a store of one number or several."""
    at, kind, width = address(given[0]), c_type(parts[-1]), bits(parts[-1]) // 8
    those = operands(given[1].strip("{}"))
    return " ".join(f"store_{kind}({at} + {k * width}, {value(each, parts[-1])});" for k, each in enumerate(those))


def result(parts: list[str], kind: str, given: list[str], text: str) -> str:
    """Return what an instruction computes from its operands."""
    what, of, free = parts[0], c_type(kind), unsigned(kind)

    def v(number: int, as_kind: str = kind) -> str:
        return value(given[number], as_kind)

    if what == "mov" and kind == "pred":
        return f"!!{v(0)}"  # true is -1
    if what in ("mov", "cvta"):
        return f"({c_type(free)}){v(0, free)}"
    if what == "cvt" and parts[1] in ("rn", "rzi", parts[-2]):
        return f"({c_type(parts[-2])})({v(0)})"
    if what in ARITHMETIC:
        as_kind = kind if what in ("div", "rem") else free
        return f"({c_type(as_kind)})({v(0, as_kind)} {ARITHMETIC[what]} {v(1, as_kind)})"
    if what in ("mul", "mad"):
        found = product(parts, kind, given)
        if found:
            return found
    if what == "fma":
        return f"fma{'f' if kind == 'f32' else ''}({v(0)}, {v(1)}, {v(2)})"
    if what in ("shl", "shr"):
        beyond = f"({v(0)} < 0 ? ({of})-1 : 0)" if kind[0] == "s" else "0"
        way, by = "<<" if what == "shl" else ">>", v(1, "u32")
        return f"({by} >= {bits(kind)} ? {beyond} : ({of})({v(0)} {way} {by}))"
    if what == "not":
        return f"!{v(0)}" if kind == "pred" else f"({of})~{v(0)}"
    if what == "neg":
        return f"({c_type(free)})-{v(0, free)}"
    if what == "abs":
        return f"({v(0)} < 0 ? -{v(0)} : {v(0)})"
    if what in ("min", "max"):
        return f"({v(0)} {'<' if what == 'min' else '>'} {v(1)} ? {v(0)} : {v(1)})"
    if what == "setp" and len(parts) == 3:
        return f"{v(0)} {RELATIONS[parts[1]]} {v(1)}"
    if what == "selp":
        return f"({register(given[2])} ? {v(0)} : {v(1)})"
    if what == "popc":
        return f"__builtin_popcountll({v(0)})"
    if what == "brev" and kind == "b32":
        return f"brev({v(0)})"
    if (what == "clz" or parts[:2] == ["bfind", "shiftamt"]) and bits(kind) == 32:
        return f"({v(0)} ? __builtin_clz({v(0)}) : {32 if what == 'clz' else '0xFFFFFFFFu'})"
    if what == "bfi":
        return f"({of})bfi({v(0)}, {v(1)}, {v(2, 'u32')}, {v(3, 'u32')})"
    if what == "prmt":
        return f"prmt({v(0)}, {v(1)}, {v(2)})"
    raise UnknownInstruction(text)


def product(parts: list[str], kind: str, given: list[str]) -> str | None:
    """Return what `mul` and `mad` compute, as wide as their name says; None: unknown."""
    how, free = parts[1], unsigned(kind)
    if kind[0] == "f":
        plain = f"{value(given[0], kind)} * {value(given[1], kind)}"
        return plain if parts[0] == "mul" else None
    wide = f"{kind[0]}{2 * bits(kind)}"
    if how == "lo":
        found, sum_of = f"({c_type(free)})((uint64_t){value(given[0], free)} * {value(given[1], free)})", free
    elif how == "wide":
        found, sum_of = f"({c_type(wide)}){value(given[0], kind)} * ({c_type(wide)}){value(given[1], kind)}", wide
    elif how == "hi" and bits(kind) == 64:
        long = "__int128" if kind[0] == "s" else "unsigned __int128"
        found, sum_of = f"(uint64_t)((({long}){value(given[0], kind)} * {value(given[1], kind)}) >> 64)", free
    else:
        return None
    return found if parts[0] == "mul" else f"({c_type(sum_of)})({found} + {value(given[2], sum_of)})"


def body(lines: Iterator[str]) -> Iterator[str]:
    """Yield the statements of the kernel whose lines follow its opening brace."""
    depth, whole = 1, ""
    for line in lines:
        code = line.split("//")[0].strip()
        if not code or code.startswith((".pragma", ".loc ", ".loc\t", ".file")):
            continue
        if code in "{}":
            depth += 1 if code == "{" else -1
            yield code
            if depth == 0:
                return
        elif match := re.fullmatch(r"\.reg \.(\w+)\s+(%\w+?)(?:<(\d+)>)?;", code):
            kind = c_type("pred" if match[1] == "pred" else match[1].replace("b", "u"))
            names = [f"{match[2]}{number}" for number in range(int(match[3]))] if match[3] else [match[2]]
            yield f"{kind} {', '.join(f'{register(name)} = 0' for name in names)};"
        elif match := re.fullmatch(r"\.local \.align (\d+) \.b8\s+(\w+)\[(\d+)\];", code):
            yield f"uint8_t {match[2]}[{match[3]}] __attribute__((aligned({match[1]})));"
            yield f"memset({match[2]}, 0xCD, {match[3]});"  # what is read before it is written shows
        elif code.endswith(":"):
            yield f"{register(code[:-1])}: ;"
        else:
            whole += code + " "
            if code.endswith(";"):
                yield instruction(whole.strip().rstrip(";"))
                whole = ""


def in_c(ptx: str) -> str:
    """Return the only kernel of some PTX as C, with what runs its threads.

    Raises:
        UnknownInstruction: it has one that none of these kernels had.
    """
    lines = iter(ptx.split("\n"))
    for line in lines:
        if ".entry" in line:
            break
    for line in lines:
        if line.strip() == "{":
            break
    statements = "\n".join(body(lines))
    exchanges = int("shfl" in statements or "ballot(" in statements)
    return f"{HEAD}\nstatic void kernel(const uint64_t *words)\n{{\n{statements}\n#define EXCHANGES {exchanges}\n{TAIL}"


class OnCPU:
    """The kernels of a game as a `DeviceBatch` runs them, compiled by gcc.

    Args:
        texts: the PTX of each, by name.
        folder: for the C code and what is made of it.
    """

    def __init__(self, texts: dict[str, str], folder: Path) -> None:
        self.made: dict[str, Any] = {}
        for name, ptx in texts.items():
            source, made = folder / f"{name}.c", folder / f"{name}.so"
            source.write_text(in_c(ptx), encoding="utf-8")
            # -O1 takes minutes for functions so long
            options = ["-O0", "-w", "-fwrapv", "-ffp-contract=off", "-fno-strict-aliasing", "-shared", "-fPIC"]
            subprocess.run(["gcc", *options, "-o", str(made), str(source), "-lm"], check=True)
            self.made[name] = ctypes.CDLL(str(made)).run
            self.made[name].argtypes = [ctypes.c_void_p, ctypes.c_uint64, ctypes.c_uint64]

    def launch(self, name: str, threads: int, arguments: Arguments) -> None:
        """Run at least so many threads, in whole blocks, as on a GPU."""
        blocks = -(-threads // THREADS)
        self.made[name](ctypes.addressof(arguments.words), blocks * THREADS, THREADS)
