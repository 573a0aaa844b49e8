"""Formulas as plain text, where nothing else can be shown: w · x + b, ∑ₙ (yₙ − tₙ)², 1/(1 + e^(−z)).

The input is the MathML that math.mjs sets.
"""
import html
import re
import unicodedata
from xml.etree import ElementTree

RAISED = dict(zip("0123456789+−=()niT⊤⊺", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿⁱᵀᵀᵀ"))
LOWERED = dict(zip("0123456789+−=()aehijklmnoprstuvx", "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₕᵢⱼₖₗₘₙₒₚᵣₛₜᵤᵥₓ"))
STAYS = {"′", "″", "∗", "†", "‡"}  # which are raised by themselves
ACCENTS = {"^": "\u0302", "ˆ": "\u0302", "~": "\u0303", "˜": "\u0303", "ˉ": "\u0304", "¯": "\u0304", "‾": "\u0304", "˙": "\u0307", "→": "\u20d7", "⃗": "\u20d7"}
BRACES = {"⏞", "⏟"}
APART = set("=≠<>≤≥≈≡∝∼→←↦⇒⇔⟹⟺⟶⟵∈∉⊂⊆∪∩∣|:×·±∧∨≪≫")
APPLIED = "\u2061"  # between a function and what it is applied to
SIGNS = set("+−")
SUMS = set("∑∏")
NAMED = ("mi", "mn", "mfrac", "msqrt", "msub", "msup", "msubsup")
LONG, LONG_END = re.compile(r"[^\W\d_]{2,}"), re.compile(r"[^\W\d_]{2,}\w*$")
OPENING = set("([{⟨⌊⌈")
DOUBLE = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ"}


def plain(markup):
    """The text of a formula, given as MathML or as HTML that has it."""
    found = re.search(r"<math\b.*?</math>", markup, re.S)
    if not found:
        raise ValueError(f"no MathML in {markup[:80]!r}")
    root = ElementTree.fromstring(html.unescape(re.sub(r"&(lt|gt|amp|quot);", r"&amp;\1;", found[0])))
    text = " ".join(row([root]).split())
    text = re.sub(r"[,;] ?; ", "; ", " ".join(text.replace(APPLIED, " ").split()))
    text = re.sub(r" ([,;.!)\]}⌋⌉])", r"\1", re.sub(r"([(\[⌊⌈]) ", r"\1", text))
    return unicodedata.normalize("NFC", text)


def leaf(node):
    text = (node.text or "").replace("\u200b", "").replace("\xa0", " ").replace("⋅", "·").replace("∥", "‖")
    return DOUBLE.get(text, text) if node.get("mathvariant") == "double-struck" else text


def row(nodes):
    """The text of what stands side by side."""
    text, last = "", ""
    for node in flat(nodes):
        part, fraction = one(node), last == "mfrac"
        last = node.tag
        fence = part in ("∣", "|") and node.attrib  # a bar around a number, not one between two events
        mark = part.strip() if node.tag == "mo" and not fence else ""
        if text.endswith(APPLIED):  # log z, but log(1 − z)
            text = text[:-1] + ("" if mark in OPENING and mark else " ")
        before = text.rstrip()[-1:]
        if mark in APART and mark:
            text = f"{text.rstrip()} {mark} "
        elif mark in SIGNS and before and before not in OPENING | SIGNS | APART | set(",;/"):
            text = f"{text.rstrip()} {mark} "
        elif mark in (",", ";"):
            text = f"{text.rstrip()}{mark} "
        else:
            # Names of several letters stand apart from what is beside them, and so do fractions
            # and sums.
            word = LONG.match(part) or node.tag in NAMED and LONG_END.search(text)
            if node.tag == "mfrac" and text[-1:].isalnum() or fraction and part[:1].isalnum() or word and text[-1:].isalnum() and part[:1].isalnum():
                text += " "
            if part[:1] in SUMS and before not in OPENING:
                text = f"{text} ".lstrip()
            text += f"{part} " if part[:1] in SUMS else part
    return text


def flat(nodes):
    """The nodes without those that only hold others together."""
    for node in nodes:
        if node.tag in ("math", "mrow", "mstyle", "mpadded", "semantics"):
            yield from flat(node)
        elif node.tag not in ("mphantom", "annotation"):
            yield node


def one(node):
    """The text of a node that is no row."""
    parts = list(node)
    if node.tag == "mspace":
        return " "
    if node.tag == "mfrac":
        if node.get("linethickness", "1").startswith("0"):
            return f"({row(parts[:1])} over {row(parts[1:])})"
        return f"{group(parts[0])}/{group(parts[1])}"
    if node.tag == "msqrt":
        return "√" + group_of(row(parts))
    if node.tag == "mroot":
        return index(row(parts[1:]), RAISED, "") + "√" + group(parts[0])
    if node.tag in ("msub", "munder"):
        return under(parts[0], parts[1])
    if node.tag in ("msup", "mover"):
        return over(row(parts[:1]).strip(), parts[0], parts[1])
    if node.tag in ("msubsup", "munderover"):
        return over(under(parts[0], parts[1]), parts[0], parts[2])
    if node.tag == "mtable":
        return "; ".join(" ".join(" ".join(row([cell]).split()) for cell in line).strip() for line in parts)
    return row(parts) if parts else leaf(node)


def under(base, below):
    text = row([base]).strip()
    if text.endswith(APPLIED):
        return text[:-1] + index(row([below]), LOWERED, "_") + APPLIED
    if row([below]).strip() in BRACES:
        return text
    if has_brace(base):
        return f"{text} ({row([below]).strip()})"
    return text + index(row([below]), LOWERED, "_")


def over(text, base, above):
    mark = row([above]).strip()
    if mark in BRACES:
        return text
    if has_brace(base):
        return f"{text} ({mark})"
    if mark in ACCENTS:
        return "".join(c + ACCENTS[mark] for c in text) if len(text) <= 2 else f"{text}{mark}"
    if set(mark) <= STAYS:
        return text + mark
    if base.tag == "mfrac" or re.search(r"\s", text) and not text.endswith(")"):
        text = f"({text})"
    return text + index(mark, RAISED, "^")


def has_brace(node):
    return any((n.text or "") in BRACES for n in node.iter("mo"))


def index(text, letters, sign):
    """A raised or lowered text: in letters of this kind, or behind a sign."""
    text = " ".join(text.split())
    narrow = text.replace(" ", "")
    if narrow and all(c in letters for c in narrow) and not re.search(r"[^\W\d_]{3}", narrow):
        return "".join(letters[c] for c in narrow)
    return sign + (text if re.fullmatch(r"[\w*]+", text) else f"({text})")


def group(node):
    return group_of(row([node]))


def group_of(text):
    """The text, in brackets unless it is one number, one name or in brackets."""
    text = " ".join(text.split())
    single = re.fullmatch(r"[\d.]+|[∂√]?[^\W\d_]+[\u0300-\u036f\u20d7₀-ₜ⁰-ⁿᵀᵢᵣᵤᵥⱼ′¹²³]*(_\w+|\^\w+)?|‖[^‖]*‖[₀-₉²]*|\([^()]*\)|∣[^∣]*∣", text)
    return text if single else f"({text})"
