"""The results, for people."""


def table(rows):
    """Columns as wide as their widest cell; the first row is the head."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    ruled = [rows[0], ["-" * width for width in widths], *rows[1:]]
    return "\n".join("  ".join([first.ljust(widths[0]), *map(str.rjust, rest, widths[1:])]).rstrip() for first, *rest in ruled)


def megabytes(value):
    return "-" if value is None else f"{value / 1e6:.0f} MB"


def wall_table(results):
    rows, floor = [["wall time", "median", "slowest", "ratio"]], results["wall"]["vipsthumbnail"]["median"]
    for name, wall in results["wall"].items():
        rows.append([name, f"{wall['median']:.2f} s", f"{max(wall['all']):.2f} s", f"{wall['median'] / floor:.2f}"])
    return table(rows)


def limit_table(results):
    limits = results["over_limit"]
    return table([["files over the limit", *(f"{int(limit):,} bytes" for limit in limits)]] + [
        [name, *(f"{at[name]['over']} of {at[name]['files']}" for at in limits.values())] for name in results["wall"]])


def memory_table(results):
    memory = results["peak_memory"]
    return table([["peak memory, 24 megapixels", *(f"{int(count):,} files" for count in memory)]] + [
        [name, *(megabytes(at.get(name)) for at in memory.values())] for name in results["wall"]])


def report(results):
    pictures, jobs, runs = results["pictures"], results["jobs"], results["runs"]
    heads = f"{pictures} JPEGs, {results['bytes'] / 1e6:.0f} MB, {jobs} jobs; medians of {runs} interleaved runs"
    encodes = f"richpush encoded each picture {results['encodes_mean']:.2f} times on average"
    parts = [heads, wall_table(results), limit_table(results), encodes, memory_table(results)]
    return "\n\n".join(parts)
