// @ts-nocheck: runs in browsers, and in the tests of the search.

/** The words of questions that say nothing about the topic. A search does not require them. */
const ignoredWords = new Set(
  'a about am an and any are as at be been by can could did do does for from get gets got happen happens has have how i if in into is it its long me my no not of on one or our set should so someone that the their them there they this to up use using want was we what when where which while who whom whose why will with without work works would you your'.split(
    ' ',
  ),
)

/** Splits a text into words. The scheme of a URL is not one: otherwise `https` finds every example. */
const toWords = (text) =>
  text
    .toLowerCase()
    .replace(/https?:\/\//g, '')
    .split(/[\s\p{Z}\p{P}]+/u)

/** Returns the beginning that the forms of a word share: `retr` for retry, retries and retried. */
const stem = (word) =>
  word.replace(/(?<=\p{L}{3})s$/u, '').replace(/(?<=\p{L}{4})(?:ing|ed|ie|e|y)$/u, '')

/**
 * Returns a function that finds entries of the search index. Entries with all words of a query come first, then
 * entries with some of them. An entry that has the query as its heading is the first.
 */
export function createSearch(MiniSearch, entries) {
  const index = new MiniSearch({
    fields: ['heading', 'page', 'text', 'words'],
    tokenize: toWords,
    processTerm: (word) => (ignoredWords.has(word) ? null : stem(word)),
    searchOptions: {
      boost: { heading: 4, page: 2 },
      prefix: (term) => term.length > 1,
      weights: { prefix: 0.2, fuzzy: 0.2 },
    },
  })
  index.addAll(
    entries.map(([, page, heading, text, words], id) => ({ id, page, heading, text, words })),
  )
  const isUnknown = (term) => index.search(term, { processTerm: (word) => word }).length === 0
  // A word is corrected only if no entry has it: otherwise `charged` finds `changed`.
  const fuzzy = (term) => (term.length > 4 && isUnknown(term) ? 0.2 : false)

  return (query) => {
    const name = query.trim().toLowerCase()
    const words = new Set(toWords(query))
    /** A heading can be a question too: then the words that a search does not require decide. */
    const boostDocument = (id) => {
      const [, page, heading] = entries[id]
      const shared = toWords(heading).filter((word) => words.has(word)).length
      return (pageWeights[page] ?? 1) * (1 + shared / 5)
    }
    const complete = index.search(query, { fuzzy, boostDocument, combineWith: 'AND' })
    const ids = new Set(complete.map(({ id }) => id))
    const partial = index.search(query, { fuzzy, boostDocument }).filter(({ id }) => !ids.has(id))
    const hits = [...complete, ...partial].map(({ id, terms }) => ({ entry: entries[id], terms }))
    const isNamed = ({ entry: [, , heading] }) => heading.toLowerCase() === name
    return [...hits.filter(isNamed), ...hits.filter((hit) => !isNamed(hit))]
  }
}

/** The weights of pages that repeat the words of the guides. Guides answer questions, so they come first. */
const pageWeights = {
  Reference: 0.7,
  Events: 0.7,
  Errors: 0.7,
  Settings: 0.3,
  Architecture: 0.3,
  Changelog: 0.3,
  Decisions: 0.3,
}
