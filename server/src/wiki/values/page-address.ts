/** The address of a page: the first group has its title as a part of the path, else the second one as `title=`. */
export const pageAddress =
  /^https?:\/\/[^/?#\s]+\/(?:wiki\/([^?#]+)(?:[?#][^]*)?|[^?#]*\?(?:[^#&]*&)*?title=([^&#]+)[^]*)$/;
