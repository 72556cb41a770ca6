/** The versions a request may ask for in `Service-API-Version`, newest first (interface §9). */
export const apiVersions = ['2026-05'] as const
export type ApiVersion = (typeof apiVersions)[number]

export const isApiVersion = (name: string): name is ApiVersion =>
  (apiVersions as readonly string[]).includes(name)
