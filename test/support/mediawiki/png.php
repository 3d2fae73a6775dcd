<?php
/**
 * A plain blue PNG image of the given size in pixels: signature, header, one compressed block of 8-bit RGB rows, end.
 */
function samplePng( int $width, int $height ): string {
	$chunk = static fn ( string $type, string $data ) =>
		pack( 'N', strlen( $data ) ) . $type . $data . pack( 'N', crc32( $type . $data ) );
	$row = "\0" . str_repeat( "\x30\x60\xa0", $width );
	return "\x89PNG\r\n\x1a\n"
		. $chunk( 'IHDR', pack( 'NNCCCCC', $width, $height, 8, 2, 0, 0, 0 ) )
		. $chunk( 'IDAT', gzcompress( str_repeat( $row, $height ) ) )
		. $chunk( 'IEND', '' );
}
