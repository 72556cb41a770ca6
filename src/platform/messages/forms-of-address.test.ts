import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Language } from '#contract/languages'
import { type Tone, tonesByLanguage } from '#contract/tones'
import { type MessageArea, readCatalogues } from './catalogues.ts'
import type { Messages } from './translate.ts'

/*
 * `src/contract/tones.ts` declares how the texts of a language address their reader. A text with a word of the
 * other form is a slip of its translator.
 */

const areas: readonly MessageArea[] = ['pages', 'emails', 'sms']

type Rows = readonly [Language, { usual: Tone; other?: Tone }][]

/** The start of a sentence, where a polite pronoun looks like another word. */
const notAtStart = String.raw`(?<!^|[.?!:…] |\n|[“«„{])`

/** The words of each form of address. A language of one form needs only the words of the others. */
const words: Readonly<Partial<Record<Language, Partial<Record<Tone, RegExp>>>>> = {
  de: {
    formal: new RegExp(
      String.raw`${notAtStart}\b(Sie|Ihnen|Ihr|Ihre[mnrs]?)\b|\b(Ihnen|Ihr|Ihre[mnrs]?)\b|\b\p{L}+en Sie\b|\bdu sich\b`,
      'u',
    ),
    informal: /\b(du|dich|dir|dein|deine[mnrs]?)\b/i,
  },
  es: {
    formal:
      /\busted(es)?\b|(^|[.?!] )(Abra|Confirme|Copie|Elija|Escriba|Guarde|Indique|Introduzca|Revise|Seleccione|Vuelva) /i,
    informal: /(?<!\p{L})(tú|tu|tus|ti|te|tuyo|tuya|contigo)(?!\p{L})/iu,
  },
  fr: {
    formal: /(?<!\p{L})(vous|votre|vos|vôtre|(?!chez|assez)\p{L}+ez)(?!\p{L})/iu,
    informal: /(?<!\p{L})(tu|toi|ton|ta|tes|tien|tienne|te)(?!\p{L})|(?<!\p{L})t’/iu,
  },
  it: {
    formal: new RegExp(
      String.raw`${notAtStart}\b(Lei|Le|La|Suo|Sua|Suoi|Sue)\b|\b(Apra|Clicchi|Confermi|Controlli|Inserisca|Prema|Riprovi|Scelga|Scriva|Selezioni)\b`,
    ),
  },
  ja: { informal: /だよ|だね|してね|しよう|してください(ね|よ)|君|あなた|きみ/ },
  ko: {
    informal:
      /(해요|(?<!시겠)어요|아요|예요|에요|네요|죠|거야|했어|해봐|할게)(?=[.!?…]|$)|당신|너의/m,
  },
  nl: {
    formal: /\b(u|uw)\b/i,
    informal: /\b(je|jij|jou|jouw)\b|\buw (bent|hebt|kunt|krijgt|wilt|staat er)\b/i,
  },
  pl: { formal: /(?<!\p{L})(pan|pana|panu|panem|pani|panią|państwo|państwa|państwu)(?!\p{L})/iu },
  // Você: neither the formal o senhor nor the familiar tu.
  pt: {
    formal: /(?<!\p{L})(o senhor|a senhora|vossa|tu|teu|tua|teus|tuas|te|ti|contigo)(?!\p{L})/iu,
  },
  zh: { formal: /您/, informal: /你/ },
  'zh-Hant': { formal: /您/, informal: /你/ },
}

/** Returns whether a text is in the words of the reader, who speaks to the sender. In Korean, it is warmer than the page. */
const isOwnWord = (language: Language, key: string) =>
  language === 'ko' && /^(thank\.starter|react\.|help\.(late|damaged|wrong|missing))/.test(key)

/** Returns whether a text is for senders or users, whose emails have one form of address only. */
const isForSenders = (key: string) =>
  /^(thank_you_note|declined|renewal_request|problem_report|gift_comment|bounced|claims_waiting|approval_|attention_digest|low_codes|expiring_keys|account_end|failing_endpoint|invite_|reset_password|verify_address|address_changed|common\.(sender|account)_why)/.test(
    key,
  )

function assertNone(tone: Tone, language: Language, file: string, messages: Messages): void {
  const pattern = words[language]?.[tone]
  assert.ok(pattern, `${language} has no list of ${tone} words`)
  for (const [key, text] of Object.entries(messages))
    if (!isOwnWord(language, key) && pattern.test(text))
      assert.fail(`${language}/${file}: ${key} is ${tone}: ${text}`)
}

for (const [language, { usual, other }] of Object.entries(tonesByLanguage) as Rows)
  for (const area of areas) {
    const { byLanguage, variants } = readCatalogues(area)
    const opposite = usual === 'formal' ? 'informal' : 'formal'
    it(`addresses the reader of ${language} in ${area} in the ${usual} form only`, () => {
      assertNone(opposite, language, `${area}.json`, byLanguage[language])
    })
    if (other !== undefined)
      it(`addresses the reader of ${language} in ${area} in the ${other} form only, if the account wants it`, () => {
        const messages = { ...byLanguage[language], ...variants[language]?.messages }
        const forRecipients = Object.entries(messages).filter(([key]) => !isForSenders(key))
        assertNone(usual, language, `${area}.${other}.json`, Object.fromEntries(forRecipients))
      })
  }
