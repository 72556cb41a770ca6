/**
 * The code that the web app shares with the service: the runtime of texts, the table of languages, and the
 * initials of a name. A test of the layers allows these imports only in this file.
 */
export { initials } from '../../../../src/contract/initials.ts'
export { type Language, languageRows } from '../../../../src/contract/languages.ts'
export { languageOfLocale } from '../../../../src/contract/locale-language.ts'
export * from '../../../../src/platform/messages/resolve-message.ts'
