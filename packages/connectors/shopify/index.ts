import { Type } from 'typebox'
import { defineCarrier } from '#fulfilment'
import { createShopify, testShopify } from './shopify.ts'

/** A shop at Shopify: its products come into the catalogue, and it ships them. */
export const shopify = defineCarrier({
  kind: 'shopify',
  carrierName: 'shopify',
  packedHere: false,
  hasRates: false,
  isShop: true,
  title: { en: 'Shopify' },
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
        maxLength: 200,
        pattern:
          '^https://[a-z0-9-]+\\.myshopify\\.com$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?$',
        description: 'must be the address of the shop at Shopify: https://….myshopify.com',
      }),
      label: { en: 'URL', de: 'URL', es: 'URL', fr: 'URL', ja: 'URL' },
      hint: {
        en: 'The address of the shop at Shopify, such as https://larkfield.myshopify.com',
        de: 'Die Adresse des Shops bei Shopify, zum Beispiel https://larkfield.myshopify.com',
        es: 'La dirección de la tienda en Shopify, como https://larkfield.myshopify.com',
        fr: 'L’adresse de la boutique chez Shopify, comme https://larkfield.myshopify.com',
        ja: 'Shopify のショップのアドレス（例：https://larkfield.myshopify.com）',
      },
    },
    client_id: {
      schema: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }),
      label: {
        en: 'Client ID',
        de: 'Client-ID',
        es: 'ID de cliente',
        fr: 'ID client',
        ja: 'クライアント ID',
      },
      hint: {
        en: 'Of an app of your own in the Dev Dashboard, which is installed in the shop.',
        de: 'Einer eigenen App im Dev Dashboard, die im Shop installiert ist.',
        es: 'De una app propia del Dev Dashboard, instalada en la tienda.',
        fr: 'D’une application à vous dans le Dev Dashboard, installée dans la boutique.',
        ja: 'Dev Dashboard で作成し、ショップにインストールした自社アプリの ID。',
      },
    },
    client_secret: {
      isSecret: true,
      schema: Type.String({ minLength: 1, maxLength: 200, pattern: '^[\\x21-\\x7e]+$' }),
      label: {
        en: 'Client secret',
        de: 'Client-Geheimnis',
        es: 'Secreto de cliente',
        fr: 'Secret client',
        ja: 'クライアントシークレット',
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
        en: 'In the shop under Settings, Notifications, Webhooks.',
        de: 'Im Shop unter Einstellungen, Benachrichtigungen, Webhooks.',
        es: 'En la tienda, en Configuración, Notificaciones, Webhooks.',
        fr: 'Dans la boutique, sous Paramètres, Notifications, Webhooks.',
        ja: 'ショップの「設定」「通知」「Webhook」にあります。',
      },
    },
    tag: {
      schema: Type.String({
        maxLength: 100,
        pattern: '^[^\\x00-\\x1f,]*$',
        description: 'must be a tag without commas, such as gift, or empty',
        default: '',
      }),
      label: { en: 'Tag', de: 'Tag', es: 'Etiqueta', fr: 'Balise', ja: 'タグ' },
      hint: {
        en: 'The tag of the products to read. Empty: all products that are active.',
        de: 'Der Tag der Produkte, die gelesen werden. Leer: alle aktiven Produkte.',
        es: 'La etiqueta de los productos que se leen. Vacío: todos los productos activos.',
        fr: 'La balise des produits à lire. Vide : tous les produits actifs.',
        ja: '取り込む商品のタグ。空欄の場合は有効なすべての商品。',
      },
    },
  },
  open: (values, outbound) => createShopify({ ...values, outbound }),
  test: (values, outbound) => testShopify({ ...values, outbound }),
})
