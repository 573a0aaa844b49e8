package datasets

import (
	"math/rand/v2"
	"strings"

	"github.com/go-gota/gota/dataframe"
	"github.com/go-gota/gota/series"
)

// Messages returns n short messages with the columns text and class, "ham" (wanted) or
// "spam" (unwanted). Classes take turns. The messages are generated: each has two to four
// sentences of a grammar with about 250 words. One message in twelve consists of sentences
// that both classes use, so that no classifier is always right; in the others one sentence
// in ten is of that kind. They show how words become features and say nothing about real
// spam. Text and grammar have the licence of this project. An n below 2 counts as 2.
func Messages(n int, seed uint64) dataframe.DataFrame {
	r := generator(seed)
	text, class := make([]string, max(n, 2)), make([]string, max(n, 2))
	for i := range text {
		class[i] = []string{"ham", "spam"}[i%2]
		text[i] = message(r, class[i])
	}
	return dataframe.New(series.New(text, series.String, "text"), series.New(class, series.String, "class"))
}

// message writes one of a class.
func message(r *rand.Rand, class string) string {
	anybody := r.IntN(12) == 0
	sentences := make([]string, 2+r.IntN(3))
	for i := range sentences {
		kind := class
		if anybody || r.IntN(10) == 0 {
			kind = "both"
		}
		sentences[i] = sentence(r, kind)
	}
	return strings.Join(sentences, " ")
}

// sentence replaces each <name> in a sentence of that kind by one of its words.
func sentence(r *rand.Rand, kind string) string {
	s := draw(r, messageGrammar[kind])
	for {
		before, rest, found := strings.Cut(s, "<")
		if !found {
			return strings.ToUpper(s[:1]) + s[1:]
		}
		name, after, _ := strings.Cut(rest, ">")
		s = before + draw(r, messageGrammar[name]) + after
	}
}

func draw(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

var messageGrammar = map[string][]string{
	"spam": {
		"congratulations, you have won <prize>!", "you have been selected for <prize>.", "<claim> your <good> prize now!",
		"call now to <claim> <prize>.", "free entry in our <good> draw.", "text WIN to <number> now.", "text STOP to <number> to opt out.",
		"terms and conditions apply.", "offer ends <soon>.", "limited offer: <good> <thing>, only <price>.",
		"get <thing> at <price>, no contract.", "urgent: your account was selected for <prize>.", "<claim> a <good> loan <soon>, no credit check.",
		"last chance, reply YES <soon>.", "click the link to <claim> <prize>.", "visit our website for <good> deals.",
		"dear customer, your <good> bonus is waiting.", "cheap <thing>, guaranteed lowest price!", "win <prize> <soon>!",
		"<good> ringtone <soon>, reply TONE to <number>.", "calls cost <price> a minute, adults only.",
	},
	"ham": {
		"are you coming to <place> <day>?", "I will be at <place> <when>.", "sorry, I am <state>.", "can you bring the <item>?",
		"<person> says hello.", "see you <day>!", "did you <task> yet?", "let us meet at <place> <when>.", "I forgot my <item> at <place>.",
		"thanks for <thanks>.", "<person> is <state>, so we start <when>.", "what time is <event>?", "happy birthday, <person>!",
		"I have to <task> first.", "the <event> was lovely.", "shall we <task> <day>?", "no problem, take your time.", "my train is <state>.",
		"how was <event>?", "do not forget the <item>.", "love you, sleep well.", "ok, I am on my way to <place>.",
	},
	"both": {
		"please call me back.", "call me <day>.", "are you free <day>?", "your parcel arrives <day>.", "reply when you have time.",
		"please reply to this message.", "good news!", "your appointment is <day>.", "here is the new number: <number>.",
		"thank you for your order.", "did you get my text?", "this is the last message.", "the tickets are free.", "hi, how are you?",
	},
	"prize":  {"a <good> holiday", "a <good> phone", "a cash prize", "<price> cash", "a shopping voucher", "two free tickets", "a weekend in a <good> hotel"},
	"good":   {"free", "premium", "guaranteed", "special", "fantastic", "luxury", "new", "top"},
	"claim":  {"claim", "collect", "get", "receive", "unlock"},
	"soon":   {"today", "now", "tonight", "at midnight", "this week", "within 24 hours"},
	"price":  {"£50", "£100", "£500", "£1000", "99p", "150p"},
	"thing":  {"mobile phones", "insurance", "watches", "games", "ringtones", "pills", "sunglasses", "flights"},
	"number": {"80082", "85023", "87077", "62468", "69888", "07781"},
	"place":  {"home", "the library", "work", "the station", "school", "the gym", "the cinema", "the cafe", "the office", "the park", "my sister's"},
	"day":    {"today", "tomorrow", "tonight", "on Monday", "on Friday", "on Sunday", "this weekend", "after lunch", "this evening"},
	"when":   {"at six", "at noon", "in an hour", "around eight", "later", "soon", "after class", "before dinner"},
	"state":  {"late", "running late", "ill", "tired", "busy", "stuck in traffic", "still asleep", "at a meeting"},
	"item":   {"keys", "tickets", "umbrella", "charger", "notes", "cake", "guitar", "milk", "salad", "jacket"},
	"person": {"Anna", "Tom", "mum", "dad", "grandma", "Priya", "Omar", "Wei", "Lena", "my sister"},
	"task":   {"finish the homework", "do the shopping", "feed the cat", "pick up the kids", "cook dinner", "watch the match", "clean the kitchen", "book the tickets", "see the doctor"},
	"thanks": {"the lift", "dinner", "your help", "the flowers", "calling", "the book"},
	"event":  {"the party", "the exam", "the concert", "the lecture", "dinner", "the game", "the wedding", "the interview"},
}
