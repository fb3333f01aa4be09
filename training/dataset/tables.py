"""A block as two Arrow tables, and these as Parquet files and back.

Below: playing.py, extra.py. Above: writing.py, reading.py. In order: the columns, arrays to tables, tables to bytes,
bytes to arrays. docs/dataset.md has every column with its meaning.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from training.dataset.extra import parquet, pyarrow
from training.dataset.playing import Columns, Ragged, ids_below

DECISIONS, ENDS = "decisions", "ends"  # the tables, and the folders of their files
FOOTER = b"open_worlds_dataset"  # of every file: which block of which dataset it is
COMPRESSION, LEVEL = "zstd", 9

COMMON = {"game": "int64", "way": "int16", "seed": "uint64", "game_number": "int64"}
WHO = {"seat": "int8", "agent": "name"}
SEEN = {"feature_index": "features", "feature_value": "bytes"}
COLUMNS: Mapping[str, Mapping[str, str]] = {  # of each table, in order: Arrow types, or words for `arrow_type`
    DECISIONS: COMMON | {"decision": "int32"} | WHO | SEEN | {
        "legal": "actions", "action": "int32", "policy": "shares", "value": "float32", "reward": "float32",
        "result": "float32", "last": "bool_", "truncated": "bool_",
    },
    ENDS: COMMON | WHO | {"decisions": "int32", "choices": "int32", "result": "float32", "truncated": "bool_"} | SEEN,
}  # fmt: skip
NULLABLE = ("policy", "value")  # null where an agent tells none


def arrow_type(kind: str, features: int, actions: int) -> Any:
    """Return the Arrow type of a kind of column, for F features and A actions."""
    pa = pyarrow()
    lists = {"features": pa.from_numpy_dtype(ids_below(features)), "actions": pa.from_numpy_dtype(ids_below(actions))}
    lists |= {"bytes": pa.uint8(), "shares": pa.float32()}
    if kind in lists:
        return pa.list_(lists[kind])
    return pa.dictionary(pa.int32(), pa.string()) if kind == "name" else getattr(pa, kind)()


def schema_of(table: str, features: int, actions: int) -> Any:
    """Return the schema of a table."""
    pa = pyarrow()
    return pa.schema(
        [
            pa.field(name, arrow_type(kind, features, actions), nullable=name in NULLABLE)
            for name, kind in COLUMNS[table].items()
        ]
    )


def to_bytes(
    table: str, columns: Columns, labels: Sequence[str], features: int, actions: int, footer: Mapping[str, Any]
) -> bytes:
    """Return columns as the bytes of a Parquet file: the same columns, the same bytes.

    Args:
        table: which.
        columns: by name; ``agent`` are numbers into labels, ``value`` NaN and ``policy`` empty where there is none.
        labels: of the agents.
        features: F.
        actions: A.
        footer: what the file says of itself.
    """
    pa = pyarrow()
    schema = schema_of(table, features, actions)
    arrays = [arrow_array(columns[field.name], field, labels) for field in schema]
    whole = pa.Table.from_arrays(arrays, schema=schema.with_metadata({FOOTER: json.dumps(footer).encode()}))
    lists = [name for name in COLUMNS[table] if isinstance(columns[name], Ragged)]
    sink = pa.BufferOutputStream()
    # A list repeats much of the row before. As plain numbers, zstd finds it; through a dictionary it could not.
    parquet().write_table(
        whole, sink, compression=COMPRESSION, compression_level=LEVEL, row_group_size=max(1, whole.num_rows),
        use_dictionary=[name for name in COLUMNS[table] if name not in lists],
    )  # fmt: skip
    content: bytes = sink.getvalue().to_pybytes()
    return content


def arrow_array(column: Any, field: Any, labels: Sequence[str]) -> Any:
    """Return a column as an Arrow array of its field's type."""
    pa = pyarrow()
    if isinstance(column, Ragged):
        none = column.counts == 0 if field.nullable else None
        offsets = pa.array(column.offsets.astype(np.int32), mask=None if none is None else np.append(none, False))
        return pa.ListArray.from_arrays(offsets, pa.array(column.values), type=field.type)
    if pa.types.is_dictionary(field.type):
        return pa.DictionaryArray.from_arrays(pa.array(column.astype(np.int32)), pa.array(labels, pa.string()))
    if field.nullable:
        return pa.array(column, field.type, mask=np.isnan(column))
    return pa.array(column, field.type, safe=True)


def from_bytes(content: bytes, table: str, labels: Sequence[str]) -> Columns:
    """Return the columns of a Parquet file, as `to_bytes` takes them."""
    whole = parquet().read_table(pyarrow().BufferReader(content))
    return {name: from_arrow(whole.column(name), labels) for name in COLUMNS[table]}


def from_arrow(chunks: Any, labels: Sequence[str]) -> Any:
    """Return an Arrow column as an array, or as ragged rows."""
    pa = pyarrow()
    column = chunks.combine_chunks()
    if isinstance(column, pa.ChunkedArray):  # as earlier versions of pyarrow return it
        column = column.chunk(0) if column.num_chunks == 1 else pa.concat_arrays(column.chunks)
    if pa.types.is_list(column.type):
        counts = column.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)
        return Ragged.of(column.flatten().to_numpy(zero_copy_only=False), counts)
    if pa.types.is_dictionary(column.type):
        index = np.array([labels.index(name) for name in column.dictionary.to_pylist()], np.int64)
        return index[column.indices.to_numpy(zero_copy_only=False)]
    if pa.types.is_floating(column.type):
        return column.fill_null(float("nan")).to_numpy(zero_copy_only=False)
    return column.to_numpy(zero_copy_only=False)
