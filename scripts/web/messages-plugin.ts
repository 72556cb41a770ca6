import type { Plugin } from 'vite'
import { compileMessages } from '#web-src/i18n/compile-messages'

/** Compiles the texts of the web app when it is built, so that browsers load no parser. */
export const messagesPlugin: Plugin = {
  name: 'messages',
  enforce: 'pre',
  transform: {
    filter: { id: /\/locales\/[\w-]+\/app\/[\w-]+\.json$/ },
    handler: (json) => ({
      code: `export default JSON.parse(${JSON.stringify(JSON.stringify(compileMessages(json)))})`,
      map: null,
      moduleType: 'js',
    }),
  },
}
