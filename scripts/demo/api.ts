/** A client of the public API that uses plain HTTP. */
export interface DemoApi {
  get(path: string): Promise<Record<string, unknown>>
  post(path: string, body?: unknown): Promise<Record<string, unknown>>
}

export function createDemoApi(base: string, token: string): DemoApi {
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
    const result = (await response.json()) as Record<string, unknown>
    if (!response.ok)
      throw new Error(`${method} ${path} returned ${response.status}: ${JSON.stringify(result)}`)
    return result
  }
  return { get: (path) => call('GET', path), post: (path, body) => call('POST', path, body) }
}
