import { Type } from 'typebox'
import { defineRoster } from '#contacts'
import { createCardDav, testCardDav } from './carddav.ts'

/** The address books of a user at a CardDAV server (RFC 6352), such as Nextcloud, Fastmail or iCloud. */
export const carddav = defineRoster({
  kind: 'carddav',
  title: {
    en: 'Address book (CardDAV)',
    de: 'Adressbuch (CardDAV)',
    es: 'Libreta de direcciones (CardDAV)',
    fr: 'Carnet d’adresses (CardDAV)',
    ja: 'アドレス帳（CardDAV）',
  },
  about: {
    en: 'Reads your contacts every hour, for example from Nextcloud, Fastmail or iCloud.',
    de: 'Liest Ihre Kontakte stündlich, zum Beispiel aus Nextcloud, Fastmail oder iCloud.',
    es: 'Lee tus contactos cada hora, por ejemplo de Nextcloud, Fastmail o iCloud.',
    fr: 'Lit vos contacts toutes les heures, par exemple depuis Nextcloud, Fastmail ou iCloud.',
    ja: 'Nextcloud、Fastmail、iCloud などから連絡先を 1 時間ごとに読み込みます。',
  },
  settings: {
    url: {
      receivesSecrets: true,
      schema: Type.String({
        maxLength: 500,
        pattern: '^https://[^\\s?#@]+$|^http://(localhost|127\\.0\\.0\\.1)(:\\d+)?(/[^\\s?#@]*)?$',
        description: 'must be an https:// URL without user and query',
      }),
      label: { en: 'URL' },
      hint: {
        en: 'Of the server, such as https://contacts.example.com, or of one address book.',
        de: 'Die des Servers, zum Beispiel https://contacts.example.com, oder die eines Adressbuchs.',
        es: 'La del servidor, como https://contacts.example.com, o la de una libreta.',
        fr: 'Celle du serveur, comme https://contacts.example.com, ou celle d’un carnet.',
        ja: 'サーバーの URL（例：https://contacts.example.com）、または 1 つのアドレス帳の URL。',
      },
    },
    user: {
      schema: Type.String({
        maxLength: 320,
        pattern: '^[^:\\x00-\\x1f]+$',
        description: 'must be a name without a colon',
      }),
      label: { en: 'User', de: 'Benutzer', es: 'Usuario', fr: 'Utilisateur', ja: 'ユーザー' },
    },
    password: {
      schema: Type.String({ maxLength: 1_000, minLength: 1 }),
      isSecret: true,
      label: {
        en: 'Password',
        de: 'Passwort',
        es: 'Contraseña',
        fr: 'Mot de passe',
        ja: 'パスワード',
      },
      hint: {
        en: 'Use an app password if your provider has them.',
        de: 'Verwenden Sie ein App-Passwort, falls Ihr Anbieter solche hat.',
        es: 'Usa una contraseña de aplicación si tu proveedor las ofrece.',
        fr: 'Utilisez un mot de passe d’application si votre fournisseur en propose.',
        ja: 'サービスにアプリパスワードがある場合は、それを使ってください。',
      },
    },
    address_book: {
      schema: Type.String({ maxLength: 200, default: '' }),
      label: {
        en: 'Address book',
        de: 'Adressbuch',
        es: 'Libreta',
        fr: 'Carnet',
        ja: 'アドレス帳',
      },
      hint: {
        en: 'The name of one of them. Empty: all of the user.',
        de: 'Der Name eines Adressbuchs. Leer: alle des Benutzers.',
        es: 'El nombre de una de ellas. Vacío: todas las del usuario.',
        fr: 'Le nom de l’un d’eux. Vide : tous ceux de l’utilisateur.',
        ja: 'アドレス帳の名前。空欄の場合は、ユーザーのすべてのアドレス帳。',
      },
    },
  },
  open: (values, outbound) => createCardDav({ ...values, outbound }),
  test: (values, outbound) => testCardDav({ ...values, outbound }),
})
