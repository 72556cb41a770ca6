import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { ChatMessage } from '#attention'
import { type ChatSubject, failsChatCheck, testChat } from '#test/chat-kit'

/* The conformance kit passes a correct chat, and finds each defect that is planted into it. */

/** The defects that the kit must find, each with the name of the check that finds it. */
// biome-ignore format: read down the columns
const defects = {
  'drops all lines but the first':    'shows the title, each line with its link, and the link to all',
  'leaves out the link to all':       'shows the title, each line with its link, and the link to all',
  'escapes no text':                  'shows every text as it is, without markup, mentions or other links',
  'removes what it should escape':    'shows every text as it is, without markup, mentions or other links',
  'writes JSON by hand':              'renders JSON that a webhook accepts, also with the most lines',
  'repeats each line many times':     'renders JSON that a webhook accepts, also with the most lines',
  'requires a line':                  'renders a message without lines',
  'remembers the former message':     'renders one message alike each time, and remembers none',
} as const

type Defect = keyof typeof defects

const writeText = (text: string, defect: Defect | undefined) => {
  if (defect === 'escapes no text') return text
  if (defect === 'removes what it should escape') return text.replace(/[<>&]/g, '')
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
const readText = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

function createSubject(defect?: Defect): ChatSubject {
  let former = ''
  const render = ({ title, lines, web_url }: ChatMessage): string => {
    if (defect === 'requires a line' && lines.length === 0) throw new Error('no line')
    const shown = defect === 'drops all lines but the first' ? lines.slice(0, 1) : lines
    const all =
      defect === 'repeats each line many times'
        ? shown.flatMap((each) => Array(9).fill(each))
        : shown
    const text = [
      writeText(title, defect),
      ...all.map((each) => `<${each.web_url}|${writeText(each.text, defect)}>`),
      ...(defect === 'leaves out the link to all' ? [] : [`<${web_url}|All>`]),
      ...(defect === 'remembers the former message' ? [former] : []),
    ].join('\n')
    former = writeText(title, defect)
    return defect === 'writes JSON by hand' ? `{"text":"${text}"}` : JSON.stringify({ text })
  }
  return {
    render,
    show(body) {
      const { text } = JSON.parse(body) as { text: string }
      const links = [...text.matchAll(/<([^>|]*)\|?([^>]*)>/g)]
      const labels = links.map(([, , label = '']) => readText(label))
      return { texts: [readText(text), ...labels], links: links.map(([, url = '']) => url) }
    },
  }
}

testChat('a correct chat', createSubject())

for (const defect of Object.keys(defects) as Defect[])
  it(`finds a chat that ${defect}`, async () => {
    assert.ok(await failsChatCheck(createSubject(defect), defects[defect]))
  })
