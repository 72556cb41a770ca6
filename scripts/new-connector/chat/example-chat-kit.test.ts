import { testChat } from '#test/chat-kit'
import { testConnector } from '#test/connector-kit'
import { exampleChat } from './index.ts'

interface Body {
  text: string
  items: { text: string; url: string }[]
  url: string
}

const readText = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

testConnector(exampleChat)
testChat('Example Chat', {
  render: exampleChat.render,
  /** Returns the texts and the links of a body, as a person sees them in the chat. */
  show(body) {
    const { text, items, url } = JSON.parse(body) as Body
    return {
      texts: [text, ...items.map((item) => item.text)].map(readText),
      links: [...items.map((item) => item.url), url],
    }
  },
})
