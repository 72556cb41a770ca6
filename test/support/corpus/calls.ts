import type { Call } from './call-case.ts'
import { errorResponses } from './error-calls.ts'
import { requests } from './request-calls.ts'
import { pages, retries } from './retry-calls.ts'

export const buildCalls = (): Call[] => [
  ...requests(),
  ...errorResponses(),
  ...retries(),
  ...pages(),
]
