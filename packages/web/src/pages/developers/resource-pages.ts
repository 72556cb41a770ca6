/** The lists of the web app whose entries are the resources of the public API. */
export const resourcePages: Readonly<Record<string, string>> = {
  gift_requests: '/gift-requests',
  campaigns: '/campaigns',
  one_links: '/one-links',
  events: '/developers/events',
}
