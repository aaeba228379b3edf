/** Makes certificates for servers of tests (RFC 5280), so that no key lies in the repository and no tool is needed. */
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A server's key with its certificate, and the authority that signed it, for NODE_EXTRA_CA_CERTS; all as PEM. */
type ServerCertificate = { readonly key: string; readonly cert: string; readonly authority: string };

/** A certificate of an authority of its own for a server with these DNS names and IPv4 addresses, good for a day. */
export const certificateFor = (names: readonly string[]): ServerCertificate => {
  const authority = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const server = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signed = (subject: string, key: KeyObject, extensions: readonly Buffer[]) =>
    pem(certificate({ issuer: 'Authority of a test', signer: authority.privateKey, subject, key, extensions }));
  return {
    key: server.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: signed('Server of a test', server.publicKey, [extension(SUBJECT_NAMES, sequence(...names.map(alternative)))]),
    authority: signed('Authority of a test', authority.publicKey, [extension(CONSTRAINTS, sequence(TRUE))]),
  };
};

type Contents = {
  readonly issuer: string;
  readonly signer: KeyObject;
  readonly subject: string;
  readonly key: KeyObject;
  readonly extensions: readonly Buffer[];
};

const certificate = ({ issuer, signer, subject, key, extensions }: Contents): Buffer => {
  const hour = 3_600_000;
  const contents = sequence(
    tagged(0xa0, VERSION_3),
    tagged(0x02, Buffer.concat([Buffer.of(1), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name(issuer),
    sequence(moment(Date.now() - hour), moment(Date.now() + 24 * hour)),
    name(subject),
    key.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions)),
  );
  return sequence(contents, ECDSA_WITH_SHA256, bits(sign('sha256', contents, signer)));
};

const pem = (der: Buffer): string =>
  `-----BEGIN CERTIFICATE-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`;

/** DER: a tag, the length of what follows, and that. */
const tagged = (tag: number, ...parts: readonly Buffer[]): Buffer => {
  const value = Buffer.concat(parts);
  const length = value.length;
  const lead = length < 0x80 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(lead), value]);
};

const sequence = (...parts: readonly Buffer[]): Buffer => tagged(0x30, ...parts);
const identifier = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'));
const bits = (value: Buffer): Buffer => tagged(0x03, Buffer.of(0), value);
const extension = (identity: Buffer, value: Buffer): Buffer => sequence(identity, tagged(0x04, value));

const TRUE = tagged(0x01, Buffer.of(0xff));
const VERSION_3 = tagged(0x02, Buffer.of(2));
const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'));
const COMMON_NAME = identifier('550403');
const SUBJECT_NAMES = identifier('551d11');
const CONSTRAINTS = identifier('551d13');

const name = (text: string): Buffer =>
  sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(text, 'utf8')))));

/** UTCTime: `YYMMDDHHMMSSZ`. */
const moment = (epochMs: number): Buffer =>
  tagged(0x17, Buffer.from(`${new Date(epochMs).toISOString().slice(2, 19).replace(/\D/g, '')}Z`, 'ascii'));

const alternative = (text: string): Buffer =>
  /^[\d.]+$/.test(text)
    ? tagged(0x87, Buffer.from(text.split('.').map(Number)))
    : tagged(0x82, Buffer.from(text, 'ascii'));
