import assert from 'node:assert/strict'
import type { ChatConnector, ChatMessage } from '#attention'
import { type Check, createKit } from './conformance-kit.ts'

/*
 * The conformance kit of the port `chat`. It attacks each guarantee of docs/connectors/chats.md. Bestow sends the messages, so
 * the kit needs no service.
 */

/** A chat connector under test. */
export interface ChatSubject {
  render: ChatConnector['render']
  /** Returns the texts and the links that the service shows for a body. */
  show(body: string): { texts: string[]; links: string[] }
}

const web_url = 'https://gifts.example.com/attention'
const line = (text: string, number = 1) => ({ text, web_url: `${web_url}/${number}` })
const message = (more: Partial<ChatMessage> = {}): ChatMessage => ({
  title: '2 new problems need attention',
  lines: [line('GR-1: out of stock', 1), line('GR-2: not delivered', 2)],
  web_url,
  ...more,
})
/** The most that one message has: a title, and eleven lines. */
const largest = message({
  lines: Array.from({ length: 11 }, (_, n) => line(`GR-${n}: ${'ü😀'.repeat(150)}`, n)),
})

/** Texts that would be markup in a chat: mentions, links, emphasis, code, and other lines. */
const hostileTexts = [
  '<!channel> <@U024BE7LH> <!everyone|x>',
  '<https://evil.example|Log in>',
  '[Log in](https://evil.example)',
  '![x](https://evil.example/x.png)',
  'a\n- [x](https://evil.example)',
  '*b* _i_ `c` # h \\ "',
  '&lt;!channel&gt; &amp;',
  '\u0000\u2028\u202E\uD800',
]

const checks: readonly Check<ChatSubject>[] = [
  {
    name: 'shows the title, each line with its link, and the link to all',
    run({ render, show }) {
      const { title, lines } = message()
      const { texts, links } = show(render(message()))
      for (const text of [title, ...lines.map((each) => each.text)])
        assert.ok(
          texts.some((shown) => shown.includes(text)),
          text,
        )
      assert.deepEqual(links.toSorted(), [...lines.map((each) => each.web_url), web_url].toSorted())
    },
  },
  {
    name: 'shows every text as it is, without markup, mentions or other links',
    run({ render, show }) {
      for (const hostile of hostileTexts) {
        const changed = message({ title: hostile, lines: [line(hostile)] })
        const { texts, links } = show(render(changed))
        assert.deepEqual(links.toSorted(), [web_url, line('').web_url].toSorted(), hostile)
        const clean = (text: string) => text.toWellFormed().replace(/[\s\p{Cc}]+/gu, ' ')
        assert.ok(
          texts.some((shown) => clean(shown).includes(clean(hostile).trim())),
          hostile,
        )
      }
    },
  },
  {
    name: 'renders JSON that a webhook accepts, also with the most lines',
    run({ render }) {
      const body = render(largest)
      assert.equal(typeof JSON.parse(body), 'object')
      assert.ok(Buffer.byteLength(body) < 28_000, `${Buffer.byteLength(body)} bytes`)
    },
  },
  {
    name: 'renders a message without lines',
    run({ render, show }) {
      const { texts, links } = show(render(message({ lines: [] })))
      assert.ok(texts.some((shown) => shown.includes(message().title)))
      assert.deepEqual(links, [web_url])
    },
  },
  {
    name: 'renders one message alike each time, and remembers none',
    run({ render }) {
      const first = render(message())
      render(message({ title: 'another', lines: [line('another')] }))
      assert.equal(render(message()), first)
    },
  },
]

const kit = createKit<ChatSubject, ChatSubject>(checks, (subject, run) => run(subject))
export const testChat = kit.test
export const failsChatCheck = kit.fails
