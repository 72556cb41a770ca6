/** The public API, called as any customer would. */
export interface Api {
  get(path: string): Promise<Record<string, unknown>>
  post(path: string, body?: unknown): Promise<Record<string, unknown>>
}

export function apiAt(base: string, token: string): Api {
  async function call(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<Record<string, unknown>> {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        'service-api-version': '2026-05',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Record<string, unknown>
    if (!response.ok)
      throw new Error(`${method} ${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) }
}
