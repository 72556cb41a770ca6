import type { SignedRequest } from '#web/admin-api.ts'

/** Quotes a value as one word of a POSIX shell. */
const shellQuote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/**
 * Builds a script that sends the same body with a new signature. The secret stays on the computer that runs
 * the script. The script requires a POSIX shell, openssl and curl.
 */
export function buildResendScript({ url, headers, body }: SignedRequest): string {
  const generatedHeaders =
    /^(host|connection|content-length|service-webhook-(signature|dispatch)|webhook-)/i
  const otherHeaders = headers.filter(([name]) => !generatedHeaders.test(name))
  return [
    '# Signs locally with your secret. A file keeps it out of the shell history.',
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

/** A request of the public API. */
interface ApiCall {
  method: string
  /** The path after the origin, including the query. */
  path: string
  /** The JSON text of the body, or `@` and the name of a file. */
  body?: string | undefined
  version?: string | null
  /** The API token. The default is the shell variable that the documentation uses. */
  token?: string
}

/** Builds a curl command that sends a request to the public API with a token. */
export const buildApiCall = ({
  method,
  path,
  body,
  version,
  token = '$BESTOW_API_TOKEN',
}: ApiCall): string =>
  [
    [
      'curl',
      ...(method === 'GET' ? [] : ['-X', method]),
      shellQuote(window.location.origin + path),
    ].join(' '),
    `  -H "Authorization: Bearer ${token}"`,
    `  -H "Service-API-Version: ${version ?? '2026-05'}"`,
    ...(body === undefined
      ? []
      : [`  -H "Content-Type: application/json"`, `  -d ${shellQuote(body)}`]),
  ].join(' \\\n')
