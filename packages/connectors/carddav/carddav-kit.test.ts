import { davUser, startCardDavServer, writeCard } from '#test/carddav-server'
import { testConnector } from '#test/connector-kit'
import { hasRadicale, startRadicale } from '#test/radicale'
import { type RosterService, testRoster } from '#test/roster-kit'
import { createCardDav, testCardDav } from './carddav.ts'
import { carddav } from './index.ts'

testConnector(carddav)

const subject = {
  open: (options: { url: string; outbound: { allowPrivate: boolean }; timeoutMs: number }) =>
    createCardDav({ ...davUser, address_book: '', ...options }),
  test: (options: { url: string; outbound: { allowPrivate: boolean }; timeoutMs: number }) =>
    testCardDav({ ...davUser, address_book: '', ...options }),
  secrets: [
    davUser.password,
    Buffer.from(`${davUser.user}:${davUser.password}`).toString('base64'),
  ],
}

const start =
  (options: Parameters<typeof startCardDavServer>[0]) => async (): Promise<RosterService> => {
    const server = await startCardDavServer(options)
    return {
      url: server.url,
      put: (id, name, email) => server.put(`${id}.vcf`, writeCard(id, name, email)),
      remove: (id) => server.remove(`${id}.vcf`),
      forget: async () => server.forget(),
      close: server.close,
    }
  }

testRoster('CardDAV with sync tokens', { ...subject, start: start({ pageSize: 2 }) })
testRoster('CardDAV without sync tokens', { ...subject, start: start({ hasTokens: false }) })
if (hasRadicale)
  testRoster('Radicale', {
    ...subject,
    start: () => startRadicale((id, name, email) => writeCard(id, name, email)),
  })
