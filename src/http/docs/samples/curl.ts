import type { SampleRequest } from './sample-request.ts'

/**
 * Renders a request as a command for a POSIX shell. The command reads the token from an environment variable.
 */
export function renderCurl(request: SampleRequest): string {
  const { method, baseUrl, path, hasToken, isVersionOptional, version, body } = request
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${quote(baseUrl + path)}`]
  if (hasToken) lines.push('-H "Authorization: Bearer $TOKEN"')
  if (hasToken && !isVersionOptional) lines.push(`-H 'Service-API-Version: ${version}'`)
  if (path === '/auth/token') lines.push('-H "x-api-key: $API_KEY"')
  if (body !== undefined)
    lines.push(`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(body, null, 2))}`)
  return lines.join(' \\\n  ')
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
