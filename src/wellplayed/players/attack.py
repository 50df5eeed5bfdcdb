"""Weights for sending garbage in guideline play, found by our own `wellplayed tune` (docs/records.md)."""

from collections.abc import Mapping
from types import MappingProxyType

# For a beam of depth 3 and width 6 over every place that keys can steer to.
BEAM_ATTACK: Mapping[str, float] = MappingProxyType(
    {
        "row_transitions": -8.584867775628055,
        "column_transitions": -1.5707003955408196,
        "holes": -3.854035547636608,
        "wells": -4.251917924235023,
        "landing_height": 0.8358887569811877,
        "over_ten": -24.08984258458758,
        "lines": -47.34399141384135,
        "attack": 93.62334940503143,
        "wasted_t": -39.72110577938823,
        "t_slots": 37.25374810302997,
        "t_slot_rows": 41.50588077607467,
        "combo": 19.900520953608293,
        "chain": 5.9268744776306574,
        "quads": 6.858208851127944,
        "quad_well": 40.268338493188686,
        "bumpiness": 2.490184945836021,
        "hole_depth": -8.850912835191968,
        "rows_with_holes": -6.835155850672943,
    }
)
# For the one piece at hand, over the same places.
PATH_ATTACK: Mapping[str, float] = MappingProxyType(
    {
        "row_transitions": -13.075661456571451,
        "column_transitions": -13.989634725891266,
        "holes": -10.371789830759038,
        "wells": -5.306002929244369,
        "landing_height": -7.421668865519154,
        "over_ten": -9.29793702581248,
        "lines": -53.368645733836665,
        "attack": 123.17745235671411,
        "wasted_t": -0.2941739389490232,
        "t_slots": 42.65572319389109,
        "t_slot_rows": 45.40033477648871,
        "combo": -9.658660637167966,
        "chain": -8.780890814250194,
        "quads": 1.1127271237304248,
        "quad_well": 51.99096343857434,
        "bumpiness": 2.0677516505875726,
        "hole_depth": -11.575104026602988,
        "rows_with_holes": 4.039321562532783,
    }
)
