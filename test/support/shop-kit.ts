import { createKit } from './conformance-kit.ts'
import { startHostileProxy } from './hostile-proxy.ts'
import { giftChecks } from './shop-kit-gifts.ts'
import { productChecks } from './shop-kit-products.ts'
import { allowed, kitTimeoutMs, type ShopContext, type ShopSubject } from './shop-subject.ts'

/*
 * The conformance kit of shops. It attacks each guarantee of docs/connectors/shops.md, with a proxy between the connector and the
 * shop. The kit of carriers attacks the orders that a shop creates.
 */

export type { ShopOptions, ShopSubject } from './shop-subject.ts'

const kit = createKit<ShopSubject, ShopContext>(
  [...productChecks, ...giftChecks],
  async (subject, run) => {
    const service = await subject.start()
    const proxy = await startHostileProxy(service.url)
    try {
      const carrier = subject.open({
        ...{ url: proxy.url, outbound: allowed, timeoutMs: kitTimeoutMs, maxWaitMs: 20 },
      })
      await run({ ...subject, carrier, service, proxy })
    } finally {
      await proxy.close()
      await service.close()
    }
  },
)
export const testShop = kit.test
export const failsShopCheck = kit.fails
