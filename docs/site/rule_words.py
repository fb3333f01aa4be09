"""The word index of the rules: every word that says something, with the numbers of the rules in which it stands.

Below: the rules as `ow rules` reads them. Above: tree.py.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from training.rules import MARKS, Rule

COMMON = 0.2  # a word in a larger share of a game's rules tells nothing, unless it is explained in one
LITTLE = frozenset(
    """a about above after again against all alone along already also although always among an and another any anybody
    anything apart are as ask asked asks at away back be became because become becomes been before begin begins behind
    being below beside besides between beyond both but by call called calls came can can't cannot case cases come comes
    could decide decided decides did differ different do does doing don't done down each either else end ends even ever
    every everybody everything few fewer first follow following follows for found four from further gave get gets give
    given gives go goes going gone good had half has have having he here how however i if in instead into is it its
    itself just keep keeps kept last later least leave leaves left less let lets like likewise long made make makes many
    may mean means meant might more most much must name named names nearer need needs neither never new next no nobody
    none nor not nothing now of off often on once one ones only or order other others otherwise our out over own plain
    put puts rather rest rule rules said same say says see seen so some somebody something stand stands state stated
    states still such take taken takes tell tells than that the their them themselves then there therefore these they
    thing things this those though three through thus till time times to together told too true twice two under until
    up upon us use used uses very was way we well were what whatever when where whether which while who whoever whole
    whom whose why will with within without word words would yes yet you your book faq ruling""".split()
)


def page(rules: Mapping[str, Iterable[Rule]]) -> str:
    """Return the page: of each game, by title, that has rules."""
    parts = ["# Words of the rules", "Where a word stands in the numbered rules. **Bold**: the rule explains it."]
    for title, told in rules.items():
        found = words_of(list(told))
        if found:
            parts += [f"## {title}", *letters(found)]
    return "\n\n".join(parts) + "\n"


def letters(found: Mapping[str, list[str]]) -> Iterable[str]:
    """Yield the words of each letter."""
    for letter in sorted({word[0] for word in found}):
        lines = [f"- {word}: {', '.join(found[word])}" for word in sorted(found) if word[0] == letter]
        yield f"### {letter.upper()}\n\n" + "\n".join(lines)


def words_of(rules: list[Rule]) -> dict[str, list[str]]:
    """Return the numbers of the rules in which each word stands, bold where it is explained."""
    found: dict[str, list[str]] = defaultdict(list)
    explained: dict[str, set[str]] = defaultdict(set)
    for rule in rules:
        text = re.sub(r"\*Why:.*?\*(?=\s|$)", "", rule.text)  # reasons are no rules
        text = re.sub(r"\[(\w+)\]", lambda mark: "" if mark[1] in MARKS else mark[0], text)
        for term in re.findall(r"\*([A-Za-z][^*]*)\*", text):
            for word in split(term):
                explained[word].add(rule.number)
        for word in dict.fromkeys(split(re.sub(r"`[^`]*`|\b[A-Z]{2}-\w+(\.\d+)?", " ", text))):
            found[word].append(rule.number)
    merged: dict[str, list[str]] = {}
    order = {rule.number: place for place, rule in enumerate(rules)}
    for word in sorted(found, key=len):
        base = next((each for each in singulars(word) if each in found), word)
        numbers = {*merged.get(base, ()), *found[word]}
        explained[base] |= explained[word]
        merged[base] = sorted(numbers, key=order.__getitem__)
    return {
        word: [f"**{number}**" if number in explained[word] else number for number in numbers]
        for word, numbers in merged.items()
        if len(numbers) <= COMMON * len(rules) or explained[word]
    }


def split(text: str) -> list[str]:
    """Return the words of a text that say something, in lower case."""
    return [word for word in re.findall(r"[a-z][a-z'-]*[a-z]", text.lower()) if word not in LITTLE]


def singulars(word: str) -> list[str]:
    """Return what a word may be the plural of."""
    ends = (("ies", "y"), ("es", ""), ("s", ""))
    return [word.removesuffix(end) + instead for end, instead in ends if word.endswith(end) and not word.endswith("ss")]
