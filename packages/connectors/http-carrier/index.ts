import { Type } from 'typebox'
import { defineCarrier } from '#fulfilment'
import { createHttpCarrier, testHttpCarrier } from './http-carrier.ts'

export { createHttpCarrier, type HttpCarrierOptions } from './http-carrier.ts'

/** A warehouse that ships parcels itself and implements the protocol of docs/warehouse.md. */
export const httpCarrier = defineCarrier({
  kind: 'http-carrier',
  carrierName: 'http', // older than connections: BESTOW_CARRIER and the URLs of webhooks have this name
  packedHere: false,
  hasRates: false,
  title: {
    en: 'Warehouse with an API',
    de: 'Lager mit API',
    es: 'Almacén con API',
    fr: 'Entrepôt avec une API',
    ja: 'API を持つ倉庫',
  },
  about: {
    en: 'Sends each parcel as a signed order to a warehouse that packs and ships it.',
    de: 'Sendet jedes Paket als signierte Bestellung an ein Lager, das es packt und verschickt.',
    es: 'Envía cada paquete como pedido firmado a un almacén que lo prepara y lo expide.',
    fr: 'Envoie chaque colis comme commande signée à un entrepôt qui le prépare et l’expédie.',
    ja: '荷物ごとに署名付きの注文を倉庫に送り、倉庫が梱包して発送します。',
  },
  settings: {
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 500,
        pattern:
          '^https://[^\\s?#@/]+(/[^\\s?#]*[^\\s?#/])?$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?(/[^\\s?#]*[^\\s?#/])?$',
        description: 'must be an https:// URL without user, query, fragment and slash at the end',
      }),
      label: {
        en: 'URL',
        de: 'URL',
        es: 'URL',
        fr: 'URL',
        ja: 'URL',
      },
      hint: {
        en: 'The base URL of the warehouse, such as https://warehouse.example.com/bestow',
        de: 'Die Basis-URL des Lagers, zum Beispiel https://warehouse.example.com/bestow',
        es: 'La URL base del almacén, como https://warehouse.example.com/bestow',
        fr: 'L’URL de base de l’entrepôt, comme https://warehouse.example.com/bestow',
        ja: '倉庫のベース URL（例：https://warehouse.example.com/bestow）',
      },
    },
    secret: {
      schema: Type.String({
        maxLength: 140,
        pattern: '^whsec_([A-Za-z0-9+/]{4}){8,32}([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
        description: 'must be whsec_ and 24 to 96 random bytes in base64',
      }),
      isSecret: true,
      label: {
        en: 'Signing secret',
        de: 'Signaturgeheimnis',
        es: 'Secreto de firma',
        fr: 'Secret de signature',
        ja: '署名シークレット',
      },
      hint: {
        en: 'whsec_ and at least 24 random bytes in base64. It signs the messages in both directions.',
        de: 'whsec_ und mindestens 24 zufällige Bytes in Base64. Es signiert die Nachrichten in beide Richtungen.',
        es: 'whsec_ y al menos 24 bytes aleatorios en base64. Firma los mensajes en ambos sentidos.',
        fr: 'whsec_ et au moins 24 octets aléatoires en base64. Il signe les messages dans les deux sens.',
        ja: 'whsec_ と、24 バイト以上のランダムな値（base64）。双方向のメッセージに署名します。',
      },
    },
  },
  open: (values, outbound) => createHttpCarrier({ ...values, outbound }),
  test: (values, outbound) => testHttpCarrier({ ...values, outbound }),
})
