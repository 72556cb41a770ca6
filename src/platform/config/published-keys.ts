import type { Key } from '../crypto/encryption.ts'

/** Keys that were in the documentation of earlier versions, so they are public. */
const publishedKeys = new Set(['JDwDbAVBqcYLVm8BwHyxEy4yLWQuXJpwCb4jBnDnUtk='])

interface Values {
  BESTOW_STAGE?: 'staging' | 'production'
  BESTOW_SECRET_KEY?: readonly Key[]
}

/** Returns a problem if a production key was copied from the documentation. */
export function findPublishedKey({ BESTOW_STAGE: stage, BESTOW_SECRET_KEY: keys = [] }: Values) {
  const publishedKey = keys.find(({ bytes }) => publishedKeys.has(bytes.toString('base64')))
  if (stage !== 'production' || publishedKey === undefined) return []
  return [
    {
      variable: 'BESTOW_SECRET_KEY',
      problem: `must not contain the example key of the documentation (${publishedKey.id}): it is public`,
      example: '2026a:$(openssl rand -base64 32)',
    },
  ]
}
