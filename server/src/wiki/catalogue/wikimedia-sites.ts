export { isWikimedia } from '../../common/wikimedia-address.ts';
