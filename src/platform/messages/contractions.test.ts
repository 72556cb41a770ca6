import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createTranslate } from './translate.ts'

const translate = (language: string, text: string, value: string) =>
  createTranslate<{ text: 'value' }>(language, { text })('text', { value })

it('contracts French prepositions and conjunctions before a vowel', () => {
  const from = (name: string) => translate('fr', 'Un cadeau de la part de {value}', name)
  assert.equal(from('Anna'), 'Un cadeau de la part d’Anna')
  assert.equal(from('Étienne'), 'Un cadeau de la part d’Étienne')
  assert.equal(from('Yves'), 'Un cadeau de la part d’Yves')
  for (const name of ['Dana', 'Yann', 'Hans', '8', ''])
    assert.equal(from(name), `Un cadeau de la part de ${name}`)
  assert.equal(translate('fr', 'Que {value} décide', 'Oda'), 'Qu’Oda décide')
  assert.equal(translate('fr', 'monde {value}', 'Oda'), 'monde Oda', 'only whole words')
})

it('contracts Italian articles before the eighth and the eleventh of a month', () => {
  const until = (date: string) => translate('it', 'Fino al {value}.', date)
  assert.equal(until('8 maggio 2026'), 'Fino all’8 maggio 2026.')
  assert.equal(until('11 maggio 2026'), 'Fino all’11 maggio 2026.')
  assert.equal(translate('it', 'Il {value} arriva', '8 maggio'), 'L’8 maggio arriva')
  for (const date of ['18 maggio', '1º maggio', '80 anni'])
    assert.equal(until(date), `Fino al ${date}.`)
})

it('contracts nothing in a language without a rule', () => {
  assert.equal(translate('es', 'Un regalo de {value}', 'Anna'), 'Un regalo de Anna')
  assert.equal(translate('en', 'de {value}', 'Anna'), 'de Anna')
})
