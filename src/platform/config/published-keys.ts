import type { Key } from '../crypto/encryption.ts'

/** Keys that stood in the documentation of earlier versions: everybody has them. */
const publishedKeys = new Set(['JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='])

interface Values {
  BESTOW_STAGE?: 'staging' | 'production'
  BESTOW_SECRET_KEY?: readonly Key[]
}

/** The problem with a key of production that was copied from the documentation, if there is one. */
export function findPublishedKey({ BESTOW_STAGE: stage, BESTOW_SECRET_KEY: keys = [] }: Values) {
  const publishedKey = keys.find(({ bytes }) => publishedKeys.has(bytes.toString('base64')))
  if (stage !== 'production' || publishedKey === undefined) return []
  return [
    {
      variable: 'BESTOW_SECRET_KEY',
      problem: `must not hold the example key of the documentation (${publishedKey.id}): everybody knows it`,
      example: '2026a:$(openssl rand -base64 32)',
    },
  ]
}
