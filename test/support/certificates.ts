/** Certificates for test servers, made by OpenSSL in a temporary folder. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

interface ServerCertificate {
  readonly key: string;
  readonly cert: string;
}

export interface CertificateOptions {
  /** Default: valid now. */
  readonly isExpired?: boolean;
  /** Default: signed by the authority. */
  readonly isSelfSigned?: boolean;
  /** The subject alternative names, in OpenSSL's notation; default: this machine. */
  readonly names?: string;
}

type OwnFile = 'certificate' | 'key' | 'lockedKey' | 'both' | 'pfx' | 'lockedPfx';

export interface Certificates {
  /** The certificate of the authority. */
  readonly authority: string;
  make(name: string, options?: CertificateOptions): ServerCertificate;
  /** The files of a certificate that a client shows: its key is in one of its own, in both forms, or with a passphrase. */
  files(name: string, passphrase: string): Readonly<Record<OwnFile, string>>;
  remove(): void;
}

const settings = `
[ca]
default_ca = own
[own]
new_certs_dir = .
database = index
rand_serial = yes
default_md = sha256
unique_subject = no
policy = any
copy_extensions = copy
[any]
organizationName = optional
commonName = supplied
`;

/** A year in the past. */
const past = ['-startdate', '20200101000000Z', '-enddate', '20210101000000Z'];

export function certificates(): Certificates {
  const folder = mkdtempSync(path.join(tmpdir(), 'certificates-'));
  const openssl = (command: string, options: readonly string[]): void =>
    void execFileSync('openssl', [...command.split(' '), ...options], { cwd: folder, stdio: 'ignore' });
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  const request = (name: string, subject: string, extension: string): void =>
    openssl('req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes', [
      '-subj',
      subject,
      '-addext',
      extension,
      '-keyout',
      `${name}.key`,
      '-out',
      `${name}.csr`,
    ]);
  const sign = (name: string, by: readonly string[], dates: readonly string[]): void =>
    openssl('ca -batch -notext -config settings', [
      ...by,
      ...dates,
      '-in',
      `${name}.csr`,
      '-out',
      `${name}.crt`,
    ]);
  writeFileSync(path.join(folder, 'settings'), settings);
  writeFileSync(path.join(folder, 'index'), '');
  request('authority', '/O=Harbour Works/CN=Harbour Authority', 'basicConstraints=critical,CA:TRUE');
  sign('authority', ['-selfsign', '-keyfile', 'authority.key'], ['-days', '2']);
  return {
    authority: read('authority.crt'),
    make(name, { isExpired = false, isSelfSigned = false, names = 'IP:127.0.0.1,DNS:localhost' } = {}) {
      request(name, `/O=Harbour Works/CN=${name}`, `subjectAltName=${names}`);
      const by = isSelfSigned
        ? ['-selfsign', '-keyfile', `${name}.key`]
        : ['-cert', 'authority.crt', '-keyfile', 'authority.key'];
      sign(name, by, isExpired ? past : ['-days', '1']);
      return { key: read(`${name}.key`), cert: read(`${name}.crt`) };
    },
    files(name, passphrase) {
      const { key, cert } = this.make(name);
      const file = (ending: string): string => path.join(folder, `${name}.${ending}`);
      writeFileSync(file('pem'), `${key}\n${cert}`);
      openssl('ec -aes256', ['-in', file('key'), '-out', file('locked'), '-passout', `pass:${passphrase}`]);
      for (const [ending, word] of [
        ['pfx', ''],
        ['p12', passphrase],
      ] as const)
        openssl('pkcs12 -export', ['-in', file('pem'), '-out', file(ending), '-passout', `pass:${word}`]);
      return {
        certificate: file('crt'),
        key: file('key'),
        lockedKey: file('locked'),
        both: file('pem'),
        pfx: file('pfx'),
        lockedPfx: file('p12'),
      };
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}
