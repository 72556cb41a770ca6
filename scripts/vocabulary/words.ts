/**
 * Words that must not occur in identifiers, comments, documents, test names and texts of the product, each with its
 * standard terms. A word is one part of an identifier (`createdAt` has the words created and at).
 */
export const words: Readonly<Record<string, string>> = {
  anew: 'again, newly, from the start',
  dossier: 'personal data export',
  dress: 'theme',
  dressed: 'themed',
  errand: 'outbox job',
  errands: 'outbox jobs',
  foreseen: 'prefetched',
  handover: 'outbox, transfer',
  heard: 'received',
  held: 'locked, stored, contained',
  kept: 'stored, cached, unchanged',
  mend: 'fix, recover, resolve',
  mended: 'fixed, resolved',
  mending: 'recovery',
  mends: 'fixes, resolves',
  nobody: 'no user, no one, no process',
  patience: 'timeout',
  rehearse: 'simulate',
  rehearsal: 'simulation',
  sealer: 'cipher',
  shelf: 'section, stock location',
  shelves: 'sections, stock locations',
  somebody: 'a user, a person, someone',
  stumble: 'fail',
  stumbles: 'fails',
  told: 'emitted, sent, notified',
  tongue: 'locale, language',
  tongues: 'locales, languages',
  twin: 'Markdown version, plain-text version',
  twins: 'Markdown versions, plain-text versions',
  vet: 'validate',
  vetted: 'validated',
  waker: 'notifier',
  whoever: 'the caller, the user, the process',
}

/** The excluded files: data of the contract, names of holidays, and texts in other languages. */
export const ignoredFiles: readonly RegExp[] = [
  /^(openapi|test\/golden)\//,
  /^package-lock\.json$|^LICENSE$|\/LICENSE$/,
  /^locales\/(?!en\/)/,
  /^src\/domain\/occasions\/holidays\.json$/,
  /^scripts\/vocabulary\/(words|vocabulary\.test)\.ts$/,
  /\.(png|jpg|webp|ico|svg|woff2?)$/,
]

/** The exceptions: the file that may use the word, and the reason. */
export const allowedUses: readonly { file: RegExp; word: string; reason: string }[] = [
  {
    file: /^docs\/(operations|fulfilment)\.md$|os-user\.ts$|embedded-postgres\.test\.ts$|pgbouncer\.ts$/,
    word: 'nobody',
    reason: 'the user of the operating system',
  },
  {
    file: /^packages\/connectors\/shopify\/|fake-shopify-gifts\.ts$/,
    word: 'held',
    reason: 'heldByRequestingApp, a field of the API of Shopify',
  },
]
