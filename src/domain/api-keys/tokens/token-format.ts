import type { Stage } from '#accounts'
import { generateToken, hasValidChecksum } from '#platform/crypto/checksummed-token'

const tokenPrefix = (stage: Stage) => `svc-v1-${stage}-`

export const generateTokenText = (stage: Stage): string => generateToken(tokenPrefix(stage))

/** Returns whether the text has the format of a token of this stage. */
export const isTokenWellFormed = (text: string, stage: Stage): boolean =>
  hasValidChecksum(text, tokenPrefix(stage))
