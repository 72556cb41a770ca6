import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { emailDomain, isEmail, needsSmtpUtf8, toEmailKey, toSmtpAddress } from './email-address.ts'

const repeat = (text: string, count: number) => text.repeat(count)
const longDomain = (length: number) =>
  `${repeat(`${repeat('a', 59)}.`, 3)}${repeat('b', length - 184)}.com`

describe('an email address', () => {
  it('is accepted in any script', () => {
    for (const email of [
      'ada@example.com',
      "o'hara+gift@sub.example.co.uk",
      'अजय@डाटा.भारत',
      'info@डाटा.भारत',
      'ทดสอบ@ยูเอทดสอบ.ไทย',
      'சோதனை@உதாரணம்.இந்தியா',
      'jose\u0301@example.com',
      '用户@例子.广告',
      'تجربة@مثال.إختبار',
      'info@xn--c2br7g.xn--h2brj9c',
      'क्‍ष@डाटा.भारत', // with a joiner
      '🎁@example.com',
      'taro..x@docomo.example',
      'taro.@docomo.example',
      `${repeat('a', 64)}@example.com`,
      `${repeat('é', 32)}@example.com`,
      `${repeat('a', 64)}@${longDomain(189)}`,
    ])
      assert.ok(isEmail(email), email)
  })

  it('is refused with a control, a separator, an IP address, or too many octets', () => {
    for (const email of [
      '',
      'ada',
      '@example.com',
      'ada@',
      'ada@example',
      'a@1.2.3.4',
      'a@0x7f.1',
      'a@[1.2.3.4]',
      'a@１.２.３.４',
      '.a@example.com',
      'a b@example.com',
      'a\u00a0b@example.com',
      'a\u3000@example.com',
      'a\u0085@example.com',
      'a\u202eb@example.com',
      'a\u200bb@example.com',
      '\ud800@example.com',
      'a@b@example.com',
      '"a"@example.com',
      'a,b@example.com',
      'a@example..com',
      'a@example.com.',
      'a@-example.com',
      'a@ex_ample.com',
      'a@example.com:25',
      'a@user@example.com',
      'a\r\nRCPT TO:<b@example.com>@example.com',
      `${repeat('a', 65)}@example.com`,
      `${repeat('é', 33)}@example.com`,
      `${repeat('a', 64)}@${longDomain(190)}`,
    ])
      assert.ok(!isEmail(email), JSON.stringify(email))
  })

  it('has one key in each of its spellings', () => {
    for (const [key, ...spellings] of [
      [
        'dana@xn--bcher-kva.example',
        'dana@bücher.example',
        'DANA@BÜCHER.example',
        'dana@XN--BCHER-KVA.Example',
        ' dana@bu\u0308cher.example ',
        'dana@bücher。example',
      ],
      [
        'jos\u00e9@example.com',
        'jose\u0301@example.com',
        'JOSÉ@EXAMPLE.COM',
        'JOSE\u0301@Example.com',
      ],
      ['info@xn--c2bd1gb.xn--h2brj9c', 'info@डाटा.भारत'],
      ['a@xn--strae-oqa.example', 'a@straße.example'],
      ['a@b@xn--bcher-kva.example', 'A@B@bücher.example'],
      ['no address', 'No address '],
      ['ασ@example.com', 'ΑΣ@example.com', 'ας@example.com'],
    ] as const)
      for (const each of [key, ...spellings]) assert.equal(toEmailKey(each), key, each)
  })

  it('has the domain as A-labels in the envelope, and quotes around unusual dots', () => {
    const addresses = [
      ['dana@bücher.example', 'dana@xn--bcher-kva.example', false],
      ['Taro..x@docomo.example', '"Taro..x"@docomo.example', false],
      ['taro.@docomo.example', '"taro."@docomo.example', false],
      ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v', true],
      ['a.b@example.com', 'a.b@example.com', false],
    ] as const
    for (const [email, envelope, needsUtf8] of addresses) {
      assert.equal(toSmtpAddress(email), envelope)
      assert.equal(needsSmtpUtf8(email), needsUtf8, email)
    }
    assert.equal(emailDomain('Dana@BÜCHER.example'), 'xn--bcher-kva.example')
  })
})
