import type { SentRequest } from './types.ts'

/** For a shell: one word, whatever is in it. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * A script that sends the same body again and signs it now, with a secret that stays on the computer it
 * runs on. It needs a POSIX shell, openssl and curl.
 */
export function buildResendScript({ url, headers, body }: SentRequest): string {
  const generatedHeaders =
    /^(host|connection|content-length|service-webhook-(signature|dispatch)|webhook-)/i
  const otherHeaders = headers.filter(([name]) => !generatedHeaders.test(name))
  return [
    '# Signs with your own secret, here. Read it from a file so that it is in no history.',
    'secret=$(cat endpoint-secret.txt)',
    `body=${shellQuote(body)}`,
    'timestamp=$(date +%s)',
    `signature=$(printf '%s.%s' "$timestamp" "$body" | openssl dgst -sha256 -hmac "$secret" -r | cut -d ' ' -f 1)`,
    `curl -i ${shellQuote(url)} \\`,
    ...otherHeaders.map(([name, value]) => `  -H ${shellQuote(`${name}: ${value}`)} \\`),
    '  -H "Service-Webhook-Dispatch-Timestamp: $timestamp" \\',
    '  -H "Service-Webhook-Signature: $signature" \\',
    '  --data-raw "$body"',
  ].join('\n')
}

/** A call of the API that works when it is pasted. */
export const buildFirstCall = (token: string): string =>
  [
    `curl ${window.location.origin}/api/campaigns \\`,
    `  -H "Authorization: Bearer ${token}" \\`,
    '  -H "Service-API-Version: 2026-05"',
  ].join('\n')
