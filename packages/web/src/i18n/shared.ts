/**
 * The code that the web app shares with the service: the runtime of texts, and the table of languages. A test
 * of the layers allows these imports only in this file.
 */
export { type Language, languageRows } from '../../../../src/contract/languages.ts'
export { languageOfLocale } from '../../../../src/contract/locale-language.ts'
export * from '../../../../src/platform/messages/resolve-message.ts'
