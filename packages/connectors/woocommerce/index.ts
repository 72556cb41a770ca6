import { Type } from 'typebox'
import { defineCarrier } from '#fulfilment'
import { createWooCommerce, testWooCommerce } from './woocommerce.ts'

const secret = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\x21-\\x7e]+$' })

/** A shop with WooCommerce: its products come into the catalogue, and it ships them. */
export const woocommerce = defineCarrier({
  kind: 'woocommerce',
  carrierName: 'woocommerce',
  packedHere: false,
  hasRates: false,
  isShop: true,
  title: { en: 'WooCommerce' },
  about: {
    en: 'Brings the products of a shop into the catalogue. The shop ships them.',
    de: 'Bringt die Produkte eines Shops in den Katalog. Der Shop verschickt sie.',
    es: 'Trae los productos de una tienda al catálogo. La tienda los envía.',
    fr: 'Ajoute les produits d’une boutique au catalogue. La boutique les expédie.',
    ja: 'ショップの商品をカタログに取り込みます。発送はショップが行います。',
  },
  settings: {
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 300,
        pattern:
          '^https://[^\\s?#@/]+(/[^\\s?#]*[^\\s?#/])?$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?(/[^\\s?#]*[^\\s?#/])?$',
        description: 'must be an https:// URL without user, query, fragment and slash at the end',
      }),
      label: { en: 'URL', de: 'URL', es: 'URL', fr: 'URL', ja: 'URL' },
      hint: {
        en: 'The address of the shop, such as https://shop.example.com',
        de: 'Die Adresse des Shops, zum Beispiel https://shop.example.com',
        es: 'La dirección de la tienda, como https://shop.example.com',
        fr: 'L’adresse de la boutique, comme https://shop.example.com',
        ja: 'ショップのアドレス（例：https://shop.example.com）',
      },
    },
    consumer_key: {
      isSecret: true,
      schema: secret(200),
      label: {
        en: 'Consumer key',
        de: 'Consumer Key',
        es: 'Clave de cliente',
        fr: 'Clé client',
        ja: 'コンシューマーキー',
      },
      hint: {
        en: 'At WooCommerce under Settings, Advanced, REST API, with read and write access.',
        de: 'Bei WooCommerce unter Einstellungen, Erweitert, REST-API, mit Lese- und Schreibrecht.',
        es: 'En WooCommerce, en Ajustes, Avanzado, API REST, con permisos de lectura y escritura.',
        fr: 'Dans WooCommerce, sous Réglages, Avancé, API REST, en lecture et écriture.',
        ja: 'WooCommerce の「設定」「高度な設定」「REST API」で作成します。権限は「読み取り/書き込み」です。',
      },
    },
    consumer_secret: {
      isSecret: true,
      schema: secret(200),
      label: {
        en: 'Consumer secret',
        de: 'Consumer Secret',
        es: 'Clave secreta de cliente',
        fr: 'Clé secrète client',
        ja: 'コンシューマーシークレット',
      },
    },
    webhook_secret: {
      isSecret: true,
      schema: Type.String({ minLength: 16, maxLength: 200, pattern: '^[\\x20-\\x7e]+$' }),
      label: {
        en: 'Webhook secret',
        de: 'Webhook-Geheimnis',
        es: 'Secreto del webhook',
        fr: 'Secret du webhook',
        ja: 'Webhook シークレット',
      },
      hint: {
        en: 'At least 16 random characters. Enter the same secret at the webhooks of the shop.',
        de: 'Mindestens 16 zufällige Zeichen. Tragen Sie dasselbe Geheimnis bei den Webhooks des Shops ein.',
        es: 'Al menos 16 caracteres aleatorios. Introduce el mismo secreto en los webhooks de la tienda.',
        fr: 'Au moins 16 caractères aléatoires. Saisissez le même secret dans les webhooks de la boutique.',
        ja: '16 文字以上のランダムな文字列。ショップの Webhook にも同じシークレットを入力してください。',
      },
    },
    category: {
      schema: Type.String({
        maxLength: 100,
        pattern: '^[a-z0-9_-]*$',
        description: 'must be the slug of a category, such as gifts, or empty',
        default: '',
      }),
      label: {
        en: 'Category',
        de: 'Kategorie',
        es: 'Categoría',
        fr: 'Catégorie',
        ja: 'カテゴリー',
      },
      hint: {
        en: 'The slug of the category to read. Empty: all products that are published.',
        de: 'Die Titelform der Kategorie, die gelesen wird. Leer: alle veröffentlichten Produkte.',
        es: 'El slug de la categoría que se lee. Vacío: todos los productos publicados.',
        fr: 'Le slug de la catégorie à lire. Vide : tous les produits publiés.',
        ja: '取り込むカテゴリーのスラッグ。空欄の場合は公開中のすべての商品。',
      },
    },
  },
  open: (values, outbound) => createWooCommerce({ ...values, outbound }),
  test: (values, outbound) => testWooCommerce({ ...values, outbound }),
})
