import assert from 'node:assert/strict'
import { it } from 'node:test'
import { readCatalogueTexts } from '#test/web-catalogues'

/** A pattern for the formal imperatives of Spanish. At the start of a clause, they address the reader. */
const formalImperatives =
  'abra|acepte|active|amplíe|anule|añada|apruebe|archive|asigne|aumente|borre|busque|cambie|cancele|cierre' +
  '|compare|comparta|compruebe|conecte|configure|confirme|consulte|copie|corrija|cree|defina|deje|desactive' +
  '|descargue|devuelva|divida|edite|ejecute|elija|elimine|empiece|entregue|envíe|escanee|escriba|espere' +
  '|explique|firme|guarde|haga|imprima|indique|inicie|introduzca|invite|lea|libere|llame|marque|mueva' +
  '|obtenga|ofrezca|omita|pegue|permita|pida|ponga|pregunte|procese|pruebe|pulse|quite|rechace|reciba' +
  '|recargue|reduzca|reinicie|renueve|reponga|responda|restaure|revise|revoque|rote|seleccione|solicite|suba' +
  '|sustituya|tire|tome|use|vaya|verifique|vuelva'

/**
 * A pattern for formal imperatives of Spanish with a pronoun, such as `Inténtelo`, `Elíjala` and `Envíese`.
 * The pattern ends before the pronoun.
 */
const formalWithPronoun =
  'inténte|déje|guárde|envíe|cópie|escanée|márque|corríja|añáda|bórre|quíte|úse|bloquée|verifíque|pónga|' +
  'elíja|introdúzca|escríba|pída|compárta|tóme|súba|ábra|asegúre|diríja'

/**
 * Patterns for words that address the reader in the form that the web app does not use. The web app uses Sie
 * in German, tú in Spanish, and vous in French.
 */
const otherForm: Readonly<Record<string, RegExp>> = {
  de: /(?<!\p{L})(du|dich|dir|dein|deine[mnrs]?)(?!\p{L})/iu,
  es: new RegExp(
    [
      String.raw`(?<!\p{L})usted(?:es)?(?!\p{L})`,
      String.raw`(?:^|[.:;!?] |, |[¿¡«>]|(?<!\p{L})(?:no|o|u|y) )(?:${formalImperatives})(?!\p{L})`,
      String.raw`(?<!\p{L})(?:${formalWithPronoun})(?:l[aeo]s?|se)(?!\p{L})`,
    ].join('|'),
    'iu',
  ),
  fr: /(?<!\p{L})(tu|toi|ton|ta|tes|te)(?!\p{L})|(?<!\p{L})t’/iu,
}

/** Texts that mention these words, or whose verb is a subjunctive about another subject. */
const exceptions = new Set([
  'Formal: Sie, vous, usted, u, 您',
  'Informal: du, tu, tú, je, 你',
  'Add the URL of your software to receive an event whenever a gift is created, redeemed, dispatched, delivered or cancelled.',
  'The next attempt is signed with the new secret. During the overlap, a second header has the old secret’s signature. A receiver that accepts either secret, or reads both headers, misses nothing; any other receiver rejects deliveries until you change its secret.',
])

it('the web app addresses users in the usual form of each language', async () => {
  const found: string[] = []
  for (const [language, words] of Object.entries(otherForm))
    for (const { key, text } of readCatalogueTexts(language))
      if (words.test(text) && !exceptions.has(key)) found.push(`${language}: ${text}`)
  assert.deepEqual(found, [])
})

it('each exception is a text with such a word', async () => {
  const texts = await Promise.all(
    Object.entries(otherForm).map(async ([language, words]) =>
      readCatalogueTexts(language)
        .filter(({ text }) => words.test(text))
        .map(({ key }) => key),
    ),
  )
  const found = new Set(texts.flat())
  assert.deepEqual(
    [...exceptions].filter((key) => !found.has(key)),
    [],
  )
})

it('finds the other form in a sentence', () => {
  const { de, es, fr } = otherForm
  for (const text of [
    'Elija un regalo.',
    'Corrija la dirección o pida otra.',
    'No envíe el paquete.',
    'Inténtelo de nuevo.',
    'Enviado por usted',
  ])
    assert.match(text, es as RegExp)
  assert.doesNotMatch('Pide a un administrador que te invite.', es as RegExp)
  assert.match('Hier ist dein Paket.', de as RegExp)
  assert.match('Voici ton colis.', fr as RegExp)
})
