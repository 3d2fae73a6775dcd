import type { JsonObject } from '../../json.ts';
import type { Visitor } from '../visitor.ts';
import type {
  Attachment,
  IssueType,
  LinkType,
  Named,
  Person,
  Project,
  Sprint,
  Status,
  Version,
} from '../world/types.ts';
import { date, stamp } from './stamps.ts';

const api = ({ base, version }: Visitor): string => `${base}/rest/api/${version}`;

export function personBean(visitor: Visitor, person: Person): JsonObject {
  const { name, key, displayName, email } = person;
  const isCloud = visitor.settled.flavour === 'cloud';
  const identity = isCloud ? { accountId: accountIdOf(person), accountType: 'atlassian' } : { name, key };
  const query = isCloud ? `accountId=${accountIdOf(person)}` : `username=${encodeURIComponent(name)}`;
  const sizes = ['48', '24', '16', '32'].map(size => [
    `${size}x${size}`,
    `${visitor.base}/secure/useravatar?size=${size}`,
  ]);
  return {
    self: `${api(visitor)}/user?${query}`,
    ...identity,
    emailAddress: email,
    avatarUrls: Object.fromEntries(sizes),
    displayName,
    active: true,
    timeZone: 'Etc/UTC',
  };
}

const accountIdOf = ({ key }: Person): string => `712020:${key.toLowerCase()}`;

export function statusBean(visitor: Visitor, { id, name, category }: Status): JsonObject {
  return {
    self: `${api(visitor)}/status/${id}`,
    description: '',
    iconUrl: `${visitor.base}/images/icons/statuses/generic.png`,
    name,
    id,
    statusCategory: {
      self: `${api(visitor)}/statuscategory/${category.id}`,
      id: Number(category.id),
      key: category.key,
      colorName: category.colorName,
      name: category.name,
    },
  };
}

export const priorityBean = (visitor: Visitor, { id, name }: Named): JsonObject => ({
  self: `${api(visitor)}/priority/${id}`,
  iconUrl: `${visitor.base}/images/icons/priorities/${id}.svg`,
  name,
  id,
});

export const resolutionBean = (visitor: Visitor, { id, name }: Named): JsonObject => ({
  self: `${api(visitor)}/resolution/${id}`,
  id,
  description: '',
  name,
});

export const typeBean = (visitor: Visitor, { id, name, subtask }: IssueType): JsonObject => ({
  self: `${api(visitor)}/issuetype/${id}`,
  id,
  description: '',
  iconUrl: `${visitor.base}/images/icons/issuetypes/${id}.svg`,
  name,
  subtask,
});

export const projectBean = (visitor: Visitor, { id, key, name }: Project): JsonObject => ({
  self: `${api(visitor)}/project/${id}`,
  id,
  key,
  name,
  projectTypeKey: 'software',
});

export const componentBean = (visitor: Visitor, { id, name }: Named): JsonObject => ({
  self: `${api(visitor)}/component/${id}`,
  id,
  name,
});

export const versionBean = (visitor: Visitor, { id, name, released, releaseDate }: Version): JsonObject => ({
  self: `${api(visitor)}/version/${id}`,
  id,
  description: '',
  name,
  archived: false,
  released,
  releaseDate: date(releaseDate),
});

export const optionBean = (visitor: Visitor, { id, name }: Named): JsonObject => ({
  self: `${api(visitor)}/customFieldOption/${id}`,
  value: name,
  id,
  ...(visitor.settled.flavour === 'cloud' ? {} : { disabled: false }),
});

export const linkTypeBean = (visitor: Visitor, { id, name, inward, outward }: LinkType): JsonObject => ({
  id,
  name,
  inward,
  outward,
  self: `${api(visitor)}/issueLinkType/${id}`,
});

export const attachmentBean = (
  visitor: Visitor,
  { id, name, author, at, type, size }: Attachment,
): JsonObject => ({
  self: `${api(visitor)}/attachment/${id}`,
  id: String(id),
  filename: name,
  author: personBean(visitor, author),
  created: stamp(at),
  size,
  mimeType: type,
  content: `${visitor.base}/secure/attachment/${id}/${encodeURIComponent(name)}`,
});

/** A Cloud site shows sprints as objects, a Data Center as the text of a Java object. */
export function sprintBean(visitor: Visitor, { id, name, state, start, end }: Sprint): JsonObject | string {
  if (visitor.settled.flavour === 'cloud')
    return {
      id: Number(id),
      name,
      state: state.toLowerCase(),
      boardId: 1,
      startDate: new Date(start).toISOString(),
      endDate: new Date(end).toISOString(),
    };
  const fields = [
    `id=${id}`,
    'rapidViewId=1',
    `state=${state}`,
    `name=${name}`,
    `startDate=${new Date(start).toISOString()}`,
    `endDate=${new Date(end).toISOString()}`,
    `completeDate=${state === 'CLOSED' ? new Date(end).toISOString() : '<null>'}`,
    `sequence=${id}`,
  ];
  return `com.atlassian.greenhopper.service.sprint.Sprint@${Number(id).toString(16).padStart(8, '0')}[${fields.join(',')}]`;
}
