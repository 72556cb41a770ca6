/** What the web app shares with the service: the runtime of texts, and the table of languages. The layers test allows these imports here only. */
export { type Language, languageRows } from '../../../../src/contract/languages.ts'
export * from '../../../../src/platform/messages/resolve-message.ts'
