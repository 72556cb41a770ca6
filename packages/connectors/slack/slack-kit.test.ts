import { testChat } from '#test/chat-kit'
import { testConnector } from '#test/connector-kit'
import { slack } from './index.ts'

const readText = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

testConnector(slack)
testChat('Slack', {
  render: slack.render,
  show(body) {
    const { text } = JSON.parse(body) as { text: string }
    const links = [...text.matchAll(/<([^>|]*)\|?([^>]*)>/g)]
    return {
      texts: [readText(text), ...links.map(([, , label = '']) => readText(label))],
      links: links.map(([, url = '']) => url),
    }
  },
})
